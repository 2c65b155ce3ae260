import type { FormAnswers } from '../config/definitions.ts';
import { valueAt } from '../config/valueAt.ts';
import { sameAnswer } from '../form/reopen.ts';
import { instanceKey, itemNumber, withoutItem } from './instances.ts';
import type { CompiledFlow } from './types.ts';

/** New keys of steps and answers by their old ones; undefined for those of a removed item. */
export type Renumbering = (key: string) => string | undefined;

/**
 * Maps the items of an edited list to their new numbers, so that the answers about an item stay with it. An unchanged item keeps its
 * answers at its new place. A changed item keeps the answers at its number, unless they belong to an unchanged item.
 *
 * @param sentBack the answers were submitted, and most are locked. An item that changed is then another item, and asked anew:
 * otherwise the locked answers about the old one would be submitted for it.
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
  const move = (from: number, to: number) => {
    moves.set(from + 1, to + 1);
    taken.add(to);
  };
  const unchanged = (item: unknown, index: number) => !moves.has(index + 1) && sameAnswer(before[index], item);
  // Items that did not move first, so that two equal items keep their places.
  for (const [index, item] of after.entries()) if (index < before.length && unchanged(item, index)) move(index, index);
  for (const [index, item] of after.entries()) {
    if (taken.has(index)) continue;
    const from = before.findIndex((_old, old) => unchanged(item, old));
    if (from >= 0) move(from, index);
  }
  if (!keepsEdited) return moves;
  for (const index of after.keys()) if (!taken.has(index) && index < before.length && !moves.has(index + 1)) move(index, index);
  return moves;
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
