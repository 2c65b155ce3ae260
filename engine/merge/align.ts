import { identityOf } from '../diff/identity.ts';
import { isPlainObject } from '../form/empty.ts';
import { stableJson } from '../form/hash.ts';

type Items = readonly unknown[];

/** Names for the items of three lists. The same item has the same name on each side. */
export interface Aligned {
  base: string[];
  mine: string[];
  theirs: string[];
}

/**
 * Aligns the items of a list that both sides changed. Two items are the same if they have the same identity, if they are equal, or if they
 * are of one kind and between the same neighbours. Returns undefined if that could apply one item's edit to another item.
 */
export function align(base: Items, mine: Items, theirs: Items): Aligned | undefined {
  if (![...base, ...mine, ...theirs].every((item) => typeof item === 'string' || isPlainObject(item))) return undefined;
  const sides = [base, mine, theirs];
  const identify = identifier(sides);
  if (sides.some((items) => items.some((item) => typeof item === 'string' && identify(item) === undefined))) return undefined;
  const [own, other] = [pair(base, mine, identify), pair(base, theirs, identify)];
  if (isDoubtful(own, other, base, theirs) || isDoubtful(other, own, base, mine)) return undefined;
  return named(base, [own, mine], [other, theirs], identify);
}

/** Aligns the items if only one side changed the list, so no edit can reach the wrong item. */
export function alignOne(base: Items, theirs: Items): Aligned {
  const identify = identifier([base, theirs]);
  return named(base, [pair(base, base, identify), base], [pair(base, theirs, identify), theirs], identify);
}

type Identify = (item: unknown) => string | undefined;

/** An identity that occurs twice on one side does not identify anything. */
function identifier(sides: readonly Items[]): Identify {
  const twice = new Set<string>();
  for (const items of sides) {
    const seen = new Set<string>();
    for (const identity of items.flatMap((item) => identityOf(item) ?? [])) {
      if (seen.has(identity)) twice.add(identity);
      seen.add(identity);
    }
  }
  return (item) => {
    const identity = identityOf(item);
    return identity === undefined || twice.has(identity) ? undefined : identity;
  };
}

interface Pairs {
  /** The index in the base of each item of the side. */
  places: (number | undefined)[];
  /** Items of the base that may match one of the side's new items, but not certainly. */
  doubtful: number[];
}

function pair(base: Items, side: Items, identify: Identify): Pairs {
  const places: (number | undefined)[] = side.map(() => undefined);
  const taken = new Set<number>();
  const assign = (at: number, place: number) => {
    places[at] = place;
    taken.add(place);
  };
  const left = () => [...base.keys()].filter((index) => !taken.has(index));
  for (const keyOf of [identify, stableJson]) {
    const free = Map.groupBy(left().toReversed(), (index) => keyOf(base[index]));
    side.forEach((item, at) => {
      const key = places[at] === undefined ? keyOf(item) : undefined;
      const place = key === undefined ? undefined : free.get(key)?.pop();
      if (place !== undefined) assign(at, place);
    });
  }
  const isNamed = (item: unknown) => identify(item) !== undefined;
  const fresh = runsOf(side.length, (at) => places[at]);
  const indices = new Map(places.flatMap((place, at) => (place === undefined ? [] : [[place, at] as const])));
  const runs = runsOf(base.length, (index) => (indices.has(index) ? index : undefined));
  for (const [neighbours, run] of runs) {
    const rivals = matching(base, run, isNamed);
    const candidates = matching(side, fresh.get(neighbours) ?? [], isNamed);
    for (const index of run) {
      const found = candidates(base[index]);
      const [at] = found;
      if (at !== undefined && found.length === 1 && rivals(side[at]).length === 1) assign(at, index);
    }
  }
  const unpaired = matching(
    side,
    [...side.keys()].filter((at) => places[at] === undefined),
    isNamed,
  );
  return { places, doubtful: left().filter((index) => unpaired(base[index]).length > 0) };
}

/**
 * Finds the items at some indices that an item of another list can be: those of its kind, unless both have a name. Looks each item up
 * instead of comparing it with all others, because lists can be long.
 */
function matching(items: Items, indices: readonly number[], isNamed: (item: unknown) => boolean): (item: unknown) => readonly number[] {
  const kinds = Map.groupBy(indices, (index) => kindOf(items[index]));
  const nameless = Map.groupBy(
    indices.filter((index) => !isNamed(items[index])),
    (index) => kindOf(items[index]),
  );
  return (item) => (isNamed(item) ? nameless : kinds).get(kindOf(item)) ?? [];
}

/** Groups unpaired items by their nearest paired neighbours. */
function runsOf(length: number, placeOf: (index: number) => number | undefined): Map<string, number[]> {
  const runs = new Map<string, number[]>();
  let before = -1;
  let run: number[] = [];
  for (let index = 0; index <= length; index++) {
    const place = index === length ? -1 : placeOf(index);
    if (place === undefined) {
      run.push(index);
      continue;
    }
    if (run.length > 0) runs.set(`${before} ${place}`, run);
    [before, run] = [place, []];
  }
  return runs;
}

/** Blocks of different types never match: a button does not become a picture. */
const kindOf = (item: unknown): unknown => (isPlainObject(item) ? item['block'] : typeof item);

/** Whether the other side changed an item that is doubtful on this one. */
function isDoubtful({ doubtful }: Pairs, other: Pairs, base: Items, items: Items): boolean {
  const indices = new Map(other.places.map((place, at) => [place, at]));
  return doubtful.some((index) => {
    const at = indices.get(index);
    return at === undefined || stableJson(items[at]) !== stableJson(base[index]);
  });
}

function named(base: Items, own: [Pairs, Items], other: [Pairs, Items], identify: Identify): Aligned {
  const names = ([{ places }, items]: [Pairs, Items]) => {
    const counts = new Map<string, number>();
    return items.map((item, at) => {
      const place = places[at];
      if (place !== undefined) return `was ${place}`;
      const name = `new ${identify(item) ?? stableJson(item)}`;
      const count = counts.get(name) ?? 0;
      counts.set(name, count + 1);
      return `${name} ${count}`;
    });
  };
  return { base: base.map((_item, index) => `was ${index}`), mine: names(own), theirs: names(other) };
}
