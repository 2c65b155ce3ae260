import type { PropertySchema } from '../config/form.ts';
import { boundaryValues, createRandom, validValue } from '../fake/index.ts';

/** Texts that tell one pattern from another. */
interface Witnesses {
  /** Passed before, and does not now. */
  lost?: string;
  /** Passes now, and did not before. */
  gained?: string;
}

/** Enough to meet each part of a pattern in more than one way. */
const tries = 60;

/** Texts made to each of two patterns, held against the other. Finding none proves nothing. */
export function patternWitnesses(was: PropertySchema, now: PropertySchema): Witnesses {
  const [before, after] = [testOf(was), testOf(now)];
  if (!before || !after) return {};
  const lost = textsOf(was).find((text) => before(text) && !after(text));
  const gained = textsOf(now).find((text) => after(text) && !before(text));
  return { ...(lost !== undefined && { lost }), ...(gained !== undefined && { gained }) };
}

/** How a change of a pattern is told: only what a text shows is claimed. */
export function patternWords({ lost, gained }: Witnesses): string {
  const [gone, come] = [JSON.stringify(lost), JSON.stringify(gained)];
  if (lost !== undefined && gained !== undefined) return `Its pattern is another: ${gone} no longer passes, ${come} does.`;
  if (lost !== undefined) return `Its pattern is narrowed: ${gone} no longer passes.`;
  if (gained !== undefined) return `Its pattern is widened, as far as was tried: ${come} passes now.`;
  return 'Its pattern is another.';
}

/** As the validators test it; undefined for one that they would refuse. */
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
