import { isPlainObject } from '../form/empty.ts';
import { stableJson } from '../form/hash.ts';
import { identityOf } from './identity.ts';
import { pointerTo } from '../compiler/project/document.ts';

/** A difference between two JSON values. List positions can differ between the sides. */
export interface Difference {
  is: 'added' | 'removed' | 'changed' | 'moved';
  /** Pointer into the old value. For an addition, the pointer of its nearest existing parent. */
  before: string;
  after: string;
  was?: unknown;
  now?: unknown;
}

/** Only for editors and authors. */
const remarks = new Set(['$schema', '$comment']);

/** Finds semantic differences. Ignores the order of keys and comments. */
export function differences(was: unknown, now: unknown, before = '', after = before): Difference[] {
  if (isPlainObject(was) && isPlainObject(now)) return ofObjects(was, now, before, after);
  if (Array.isArray(was) && Array.isArray(now)) return ofLists(was, now, before, after);
  return stableJson(was) === stableJson(now) ? [] : [{ is: 'changed', before, after, was, now }];
}

type Values = Readonly<Record<string, unknown>>;

function ofObjects(was: Values, now: Values, before: string, after: string): Difference[] {
  const names = [...new Set([...Object.keys(was), ...Object.keys(now)])].filter((name) => !remarks.has(name));
  return names.flatMap((name): Difference[] => {
    const [old, fresh] = [pointerTo(before, name), pointerTo(after, name)];
    if (!Object.hasOwn(was, name)) return [{ is: 'added', before, after: fresh, now: now[name] }];
    if (!Object.hasOwn(now, name)) return [{ is: 'removed', before: old, after, was: was[name] }];
    return differences(was[name], now[name], old, fresh);
  });
}

/** Matches items by id, then by equality, then by order if both sides have the same number left. */
function ofLists(was: readonly unknown[], now: readonly unknown[], before: string, after: string): Difference[] {
  const pairs = pairsOf(was, now);
  const [left, fresh] = [unpaired(was, pairs, 0), unpaired(now, pairs, 1)];
  if (left.length === fresh.length && left.every((at, index) => isAlike(was[at], now[fresh[index] ?? 0]))) {
    pairs.push(...left.splice(0).map((at, index): [number, number] => [at, fresh[index] ?? 0]));
    fresh.length = 0;
  }
  const inner = pairs.flatMap(([from, to]) => differences(was[from], now[to], pointerTo(before, from), pointerTo(after, to)));
  return [
    ...left.map((at): Difference => ({ is: 'removed', before: pointerTo(before, at), after, was: was[at] })),
    ...fresh.map((at): Difference => ({ is: 'added', before, after: pointerTo(after, at), now: now[at] })),
    ...(isInOrder(pairs) ? [] : [{ is: 'moved' as const, before, after, was, now }]),
    ...inner,
  ];
}

function pairsOf(was: readonly unknown[], now: readonly unknown[]): [number, number][] {
  const places = new Map<string, number[]>();
  now.forEach((item, index) => places.set(keyOf(item), [...(places.get(keyOf(item)) ?? []), index]));
  return was.flatMap((item, index): [number, number][] => {
    const place = places.get(keyOf(item))?.shift();
    return place === undefined ? [] : [[index, place]];
  });
}

function keyOf(item: unknown): string {
  return identityOf(item) ?? stableJson(item);
}

/** Two texts in one place are the same item, changed. So are two blocks of one type, but not a button and a picture. */
function isAlike(was: unknown, now: unknown): boolean {
  if (!isPlainObject(was) || !isPlainObject(now)) return typeof was === typeof now;
  return was['block'] === now['block'] && was['id'] === now['id'];
}

function unpaired(items: readonly unknown[], pairs: readonly [number, number][], side: 0 | 1): number[] {
  const taken = new Set(pairs.map((pair) => pair[side]));
  return items.flatMap((_item, index) => (taken.has(index) ? [] : [index]));
}

function isInOrder(pairs: readonly [number, number][]): boolean {
  const sorted = pairs.toSorted(([a], [b]) => a - b);
  return sorted.every(([, to], index) => index === 0 || to > (sorted[index - 1]?.[1] ?? -1));
}
