/**
 * Stands in for `fast-uri`, which @rjsf/utils needs to resolve `$id`s (7 KB gz). Ours are bundled and carry none, so a
 * reference is taken as it is written.
 */
const fastUri = {
  resolve: (_base: string, reference: string): string => reference,
  equal: (one: string, other: string): boolean => one === other,
};

export const { resolve, equal } = fastUri;
// oxlint-disable-next-line import/no-default-export -- the package is imported by its default export
export default fastUri;
