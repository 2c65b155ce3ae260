import type { Given } from '../config/cases.ts';
import type { Variable } from '../explore/variables.ts';
import { createRandom } from '../fake/index.ts';

/** The maximum number of contexts for one expression. */
const maxTried = 1500;

/** Returns all combinations of the variables' cases if there are few, otherwise a sample. */
export function contextsOf(variables: readonly Variable[]): Given[] {
  const usable = variables.filter(({ cases }) => cases.length > 0);
  const count = usable.reduce((product, { cases, mayBeAbsent }) => product * (cases.length + Number(mayBeAbsent)), 1);
  const made = count <= maxTried ? combinations(usable) : samples(usable);
  return [...new Map(made.map((given) => [JSON.stringify(given), given])).values()];
}

function combinations([first, ...rest]: readonly Variable[], given: Given = {}): Given[] {
  if (!first) return [given];
  return choicesOf(first, given).flatMap((choice) => combinations(rest, { ...given, ...choice }));
}

function samples(variables: readonly Variable[]): Given[] {
  const random = createRandom(1);
  return Array.from({ length: maxTried }, () =>
    variables.reduce<Given>((given, variable) => ({ ...given, ...random.pick(choicesOf(variable, given)) }), {}),
  );
}

/** A part of an absent object is absent too. */
function choicesOf({ path, cases, mayBeAbsent }: Variable, given: Given): Given[] {
  const above = path.slice(0, -1).join('.');
  const isThere = path.length < 3 || Object.keys(given).some((each) => each === above || each.startsWith(`${above}.`));
  if (!isThere) return [{}];
  return [...(mayBeAbsent ? [{}] : []), ...cases.map((value) => ({ [path.join('.')]: value }))];
}
