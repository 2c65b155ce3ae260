/**
 * Stands in for @rjsf/utils' `deepEquals.js`, by which rjsf compares its props and its state, and which brings a library (2 KB gz, made
 * ready as it loads). A form is rendered once for a session (engine/react/form/FormView.tsx): what is not the same is another form.
 */
// oxlint-disable-next-line import/no-default-export -- @rjsf/utils imports the default
export default function deepEquals(one: unknown, other: unknown): boolean {
  return Object.is(one, other);
}
