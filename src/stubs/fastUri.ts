/**
 * Stands in for `fast-uri`, which @rjsf/utils needs to resolve `$id`s (7 KB gz). Our schemas are bundled and carry none,
 * so a reference is taken as it is written.
 */
export const resolve = (_base: string, reference: string): string => reference;
export const equal = (one: string, other: string): boolean => one === other;

// While developing, Vite bundles all of @rjsf/core, whose test registry has ajv load its meta-schemas through these.
export const parse = (uri: string): { uri: string } => ({ uri });
export const serialize = ({ uri }: { uri: string }): string => uri;

// oxlint-disable-next-line import/no-default-export -- @rjsf/utils imports the default
export default { resolve, equal, parse, serialize };
