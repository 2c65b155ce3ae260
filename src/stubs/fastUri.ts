/**
 * Stands in for `fast-uri`, which @rjsf/utils needs to resolve `$id`s (7 KB gz). Our schemas are bundled and carry none,
 * so a reference is taken as it is written.
 */
const fastUri = {
  resolve: (_base: string, reference: string): string => reference,
  equal: (one: string, other: string): boolean => one === other,
};

// oxlint-disable-next-line import/no-default-export -- @rjsf/utils imports the default
export default fastUri;
