import type { PropertySchema } from '../config/form.ts';
import { boundaryValues, createRandom, validValue } from '../fake/index.ts';

/** Sample texts that show the difference between two patterns. */
interface Witnesses {
  /** Passed before but not now. */
  lost?: string;
  /** Passes now but not before. */
  gained?: string;
}

/** Enough to reach each part of a pattern several times. */
const tries = 60;

/** Generates texts for each of two patterns and checks them with the other. Finding none proves nothing. */
export function patternWitnesses(was: PropertySchema, now: PropertySchema): Witnesses {
  const [before, after] = [testOf(was), testOf(now)];
  if (!before || !after) return {};
  const lost = textsOf(was).find((text) => before(text) && !after(text));
  const gained = textsOf(now).find((text) => after(text) && !before(text));
  return { ...(lost !== undefined && { lost }), ...(gained !== undefined && { gained }) };
}

/** Describes a pattern change. It claims only what a sample shows. */
export function patternWords({ lost, gained }: Witnesses): string {
  const [gone, come] = [JSON.stringify(lost), JSON.stringify(gained)];
  if (lost !== undefined && gained !== undefined) return `Its pattern changed: ${gone} no longer passes, and ${come} does now.`;
  if (lost !== undefined) return `Its pattern is stricter: ${gone} no longer passes.`;
  if (gained !== undefined) return `Its pattern seems looser: ${come} passes now.`;
  return 'Its pattern changed.';
}

/** Compiles a pattern as the validators do; undefined if they would reject it. */
function testOf({ pattern }: PropertySchema): ((text: string) => boolean) | undefined {
  if (pattern === undefined) return undefined;
  try {
    const expression = new RegExp(pattern, 'u');
    return (text) => expression.test(text);
  } catch {
    return undefined;
  }
}

function textsOf({ pattern = '', minLength, maxLength }: PropertySchema): string[] {
  const schema: PropertySchema = {
    type: 'string',
    pattern,
    ...(minLength !== undefined && { minLength }),
    ...(maxLength !== undefined && { maxLength }),
  };
  const random = createRandom(1);
  const made = Array.from({ length: tries }, () => validValue(schema, random));
  return [...boundaryValues(schema, random), ...made].filter((text): text is string => typeof text === 'string');
}
