import { identityOf } from '../diff/identity.ts';
import { isPlainObject } from '../form/empty.ts';
import { stableJson } from '../form/hash.ts';

type Items = readonly unknown[];

/** The items of three lists under names: the same item has the same name on each side. */
export interface Aligned {
  base: string[];
  mine: string[];
  theirs: string[];
}

/**
 * Names the items of a list that both sides changed. Items are the same if their identity is, if they are equal, or if they stand
 * between the same neighbours and are of one kind. Returns undefined if that could give one item's edit to another.
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

/** Names the items if only their side changed. Then no item's edit can reach another. */
export function alignOne(base: Items, theirs: Items): Aligned {
  const identify = identifier([base, theirs]);
  return named(base, [pair(base, base, identify), base], [pair(base, theirs, identify), theirs], identify);
}

type Identify = (item: unknown) => string | undefined;

/** An identity that occurs twice on one side is none. */
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
  /** Items of the base that may or may not be among the new items of the side. */
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
    const free = Map.groupBy(left(), (index) => keyOf(base[index]));
    side.forEach((item, at) => {
      const key = places[at] === undefined ? keyOf(item) : undefined;
      const place = key === undefined ? undefined : free.get(key)?.shift();
      if (place !== undefined) assign(at, place);
    });
  }
  const canBe = (index: number, at: number) => {
    const isNamed = identify(base[index]) !== undefined && identify(side[at]) !== undefined;
    return !isNamed && kindOf(base[index]) === kindOf(side[at]);
  };
  const fresh = runsOf(side.length, (at) => places[at]);
  const indices = new Map(places.flatMap((place, at) => (place === undefined ? [] : [[place, at] as const])));
  const runs = runsOf(base.length, (index) => (indices.has(index) ? index : undefined));
  for (const [neighbours, run] of runs) {
    for (const index of run) {
      const [at, ...others] = (fresh.get(neighbours) ?? []).filter((each) => canBe(index, each));
      const rivals = run.filter((each) => at !== undefined && canBe(each, at));
      if (at !== undefined && others.length === 0 && rivals.length === 1) assign(at, index);
    }
  }
  const unpaired = [...side.keys()].filter((at) => places[at] === undefined);
  return { places, doubtful: left().filter((index) => unpaired.some((at) => canBe(index, at))) };
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

/** A button never turns into a picture. */
const kindOf = (item: unknown): unknown => (isPlainObject(item) ? item['block'] : typeof item);

/** Whether the other side changed an item that is doubtful on this one. */
function isDoubtful({ doubtful }: Pairs, other: Pairs, base: Items, items: Items): boolean {
  return doubtful.some((index) => {
    const at = other.places.indexOf(index);
    return at === -1 || stableJson(items[at]) !== stableJson(base[index]);
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
