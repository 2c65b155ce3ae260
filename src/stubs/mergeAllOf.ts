/**
 * Stands in for @rjsf/utils' `shallowAllOfMerge.js`, which brings a library that merges the branches of `allOf` (4 KB gz, made ready
 * as it loads). The compiler gives a form one plain schema, so it is never called.
 */
// oxlint-disable-next-line import/no-default-export -- @rjsf/utils imports the default
export default function shallowAllOfMerge(): never {
  throw new Error('A compiled form has no allOf.');
}
