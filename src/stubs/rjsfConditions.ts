/**
 * Replaces @rjsf/utils' `schemaHasNestedConditional.js`, which resolves references to look for conditions (2 KB gz). Our schemas have none.
 */
// oxlint-disable-next-line import/no-default-export -- @rjsf/utils imports the default
export default function schemaHasNestedConditional(): boolean {
  return false;
}
