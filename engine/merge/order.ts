/**
 * Merges the orders of three lists, including items that a side removed. Common items follow the side that moved them. Items that only one
 * side added stay after their neighbour. Two runs after the same neighbour are sorted by name, so that both sides get the same list.
 * Returns undefined if both sides moved something.
 */
export function mergeOrder(base: readonly string[], mine: readonly string[], theirs: readonly string[]): string[] | undefined {
  const [own, other] = [withRemoved(base, mine), withRemoved(base, theirs)];
  const [ours, others] = [new Set(own), new Set(other)];
  const spine = mergeSpine(
    base,
    own.filter((name) => others.has(name)),
    other.filter((name) => ours.has(name)),
  );
  if (!spine) return undefined;
  const common = new Set(spine);
  const [runs, otherRuns] = [runsOf(own, common), runsOf(other, common)];
  return ['', ...spine].flatMap((name) => {
    const [one = [], two = []] = [runs.get(name), otherRuns.get(name)];
    const both = (one[0] ?? '') < (two[0] ?? '') ? [...one, ...two] : [...two, ...one];
    return name === '' ? both : [name, ...both];
  });
}

/** A list with its missing items of the base inserted after their neighbours in the base, but before whatever replaces them. */
function withRemoved(base: readonly string[], names: readonly string[]): string[] {
  const has = new Set(names);
  const missing = runsOf(base, has);
  return ['', ...names].flatMap((name) => [...(name === '' ? [] : [name]), ...(missing.get(name) ?? [])]);
}

function mergeSpine(base: readonly string[], mine: string[], theirs: string[]): string[] | undefined {
  const isSame = (one: readonly string[], other: readonly string[]) =>
    one.length === other.length && one.every((name, index) => name === other[index]);
  if (isSame(mine, theirs) || isSame(base, theirs)) return mine;
  return isSame(base, mine) ? theirs : undefined;
}

/** Maps each common item to the items that follow it. The key '' holds the items before the first common one. */
function runsOf(names: readonly string[], common: ReadonlySet<string>): Map<string, string[]> {
  const runs = new Map<string, string[]>();
  let behind = '';
  for (const name of names) {
    const run = runs.get(behind);
    if (common.has(name)) behind = name;
    else if (run) run.push(name);
    else runs.set(behind, [name]);
  }
  return runs;
}
