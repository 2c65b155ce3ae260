import type { Diagnostics } from 'recheck';
import type { KeptVerdicts, Verdict } from '../types.ts';

export interface Pattern {
  pattern: string;
  flags: string;
}

const timeoutMs = 2000;
/** Verdicts of this process, by `keyOf`. */
const judged = new Map<string, Verdict>();

const keyOf = ({ pattern, flags }: Pattern) => `${flags}/${pattern}`;

/**
 * Judges whether regular expressions are open to denial of service (https://makenowjust-labs.github.io/recheck/). One judgement can
 * take a second, and so can loading the library. So it judges only patterns that neither this process nor `kept` knows.
 */
export async function judge(patterns: readonly Pattern[], kept?: KeptVerdicts): Promise<(pattern: Pattern) => Verdict> {
  const unknown = new Map<string, Pattern>();
  for (const each of patterns) {
    const key = keyOf(each);
    const known = judged.get(key) ?? kept?.get(key) ?? invalid(each);
    if (known) judged.set(key, known);
    else unknown.set(key, each);
  }
  if (unknown.size > 0) {
    const found = await examine(unknown);
    kept?.add(found);
  }
  return (pattern) => judged.get(keyOf(pattern)) ?? { status: 'safe' };
}

/** Returns the certain verdicts. A pattern that times out counts as safe in this process. The next process tries again. */
async function examine(patterns: ReadonlyMap<string, Pattern>): Promise<Map<string, Verdict>> {
  const { check } = await import('recheck');
  const certain = new Map<string, Verdict>();
  const one = async ([key, { pattern, flags }]: [string, Pattern]) => {
    const result = await check(pattern, flags, { timeout: timeoutMs });
    const verdict = verdictOf(result);
    judged.set(key, verdict);
    if (result.status !== 'unknown') certain.set(key, verdict);
  };
  // The library starts an agent on its first call. Parallel first calls would start one each.
  const [first, ...rest] = patterns;
  if (first) await one(first);
  await Promise.all(rest.map(one));
  return certain;
}

function verdictOf(result: Diagnostics): Verdict {
  if (result.status !== 'vulnerable') return { status: 'safe' };
  return { status: result.complexity.type === 'exponential' ? 'exponential' : 'polynomial', attack: result.attack.pattern };
}

function invalid({ pattern, flags }: Pattern): Verdict | undefined {
  try {
    return new RegExp(pattern, flags).flags === flags ? undefined : { status: 'invalid' };
  } catch {
    return { status: 'invalid' };
  }
}
