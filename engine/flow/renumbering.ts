import type { FormAnswers } from '../config/definitions.ts';
import { valueAt } from '../config/valueAt.ts';
import { isPlainObject } from '../form/empty.ts';
import { sameAnswer } from '../form/reopen.ts';
import { instanceKey, itemNumber, withoutItem } from './instances.ts';
import type { CompiledFlow } from './types.ts';

/** New keys of steps and answers by their old ones; undefined for those of a removed item. */
export type Renumbering = (key: string) => string | undefined;

/**
 * Maps the items of an edited list to their new numbers, so that the answers about an item stay with it. An unchanged item keeps its
 * answers at its new place. A changed item keeps those of the item that it shares most properties with. An item that shares no property
 * with any old one keeps the answers at its number, unless the list became shorter.
 *
 * @param sentBack the answers were submitted, and most are locked. A changed item then counts as a new one and is asked about again.
 * Otherwise the locked answers about the old item would be submitted for it.
 */
export function renumbering(
  flow: CompiledFlow,
  form: string,
  { before, after, sentBack }: { before: FormAnswers | undefined; after: FormAnswers | undefined; sentBack: boolean },
): Renumbering {
  const numbers = new Map(
    flow.steps.flatMap((step) => {
      const [source, ...path] = step.forEach?.list.split('.') ?? [];
      if (source !== form) return [];
      const found = movesOf(listAt(before, path), listAt(after, path), !sentBack);
      return [step.id, ...(step.form === undefined ? [] : [step.form])].map((id) => [id, found] as const);
    }),
  );
  return (key) => {
    const moves = numbers.get(withoutItem(key));
    const number = itemNumber(key);
    if (!moves || number === undefined) return key;
    const now = moves.get(number);
    return now === undefined ? undefined : instanceKey(withoutItem(key), now);
  };
}

function listAt(answers: FormAnswers | undefined, path: readonly string[]): readonly unknown[] {
  const list = valueAt(answers, path);
  return Array.isArray(list) ? list : [];
}

/** Old numbers of items → new ones. */
function movesOf(before: readonly unknown[], after: readonly unknown[], keepsEdited: boolean): Map<number, number> {
  const moves = new Map<number, number>();
  const taken = new Set<number>();
  const isFree = (from: number, to: number) => !moves.has(from + 1) && !taken.has(to);
  const pairs = after.flatMap((item, to) =>
    before.map((old, from) => ({ from, to, shared: sharedBy(old, item), distance: Math.abs(from - to) })),
  );
  const move = (fits: (pair: (typeof pairs)[number]) => boolean) => {
    for (const pair of pairs) {
      const { from, to } = pair;
      if (!fits(pair) || !isFree(from, to)) continue;
      moves.set(from + 1, to + 1);
      taken.add(to);
    }
  };
  // The most alike first, then the nearest: of two equal items, each keeps its place.
  pairs.sort((a, b) => b.shared - a.shared || a.distance - b.distance);
  move(({ shared }) => shared === unchanged);
  if (!keepsEdited) return moves;
  move(({ shared }) => shared > 0);
  // Matches an item that was replaced in place. If items were removed, positions prove nothing.
  if (after.length >= before.length) move(({ distance }) => distance === 0);
  return moves;
}

const unchanged = 1;

/** The share of an item that another one has too, from 0 for nothing to 1 for everything. */
function sharedBy(before: unknown, after: unknown): number {
  if (sameAnswer(before, after)) return unchanged;
  if (!isPlainObject(before) || !isPlainObject(after)) return 0;
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.filter((name) => sameAnswer(before[name], after[name])).length / (names.length + 1);
}

/** Applies a renumbering to the keys of a record and drops those of removed items. */
export function renumbered<T>(record: Readonly<Record<string, T>>, renumber: Renumbering): Record<string, T> {
  return Object.fromEntries(
    Object.entries(record).flatMap(([key, value]) => {
      const now = renumber(key);
      return now === undefined ? [] : [[now, value] as const];
    }),
  );
}
