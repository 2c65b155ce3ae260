/**
 * Replaces @rjsf/utils' `deepEquals.js`, which rjsf uses to compare props and state and which loads a library (2 KB gz). A form is rendered
 * once for a session (engine/react/form/FormView.tsx), so an identity check is enough.
 */
// oxlint-disable-next-line import/no-default-export -- @rjsf/utils imports the default
export default function deepEquals(one: unknown, other: unknown): boolean {
  return Object.is(one, other);
}
