import { nodeAt, pointerTo, pointerToPath } from '../compiler/project/document.ts';
import { valueAt } from '../config/valueAt.ts';
import { insertItem, removeValue, setValue, type Edited, type Refusal } from './edit.ts';
import { eolOf, linesOf } from './lines.ts';
import { readJson } from './read.ts';
import type { Conflict, LinesConflict, Merged, ValueConflict } from './types.ts';
import { isSame } from './values.ts';

/** `changed`: the content no longer contains what the conflict calls *mine*. */
export type Unresolved = { refused: Refusal | 'changed' };

/**
 * Resolves a conflict. Adjusts the places of the other conflicts, so they can be resolved in any order.
 *
 * @param conflict one of `merged.conflicts`
 */
export function resolve(merged: Merged, conflict: Conflict, side: 'mine' | 'theirs'): Merged | Unresolved {
  const at = merged.conflicts.indexOf(conflict);
  const conflicts = merged.conflicts.filter((each) => each !== conflict);
  if (side === 'mine') return { content: merged.content, conflicts };
  if (conflict.at === 'file') return { content: conflict.theirs, conflicts };
  const content = merged.content ?? '';
  if (conflict.at === 'lines') return ofLines(content, conflict, conflicts, at);
  return ofValue(content, conflict, conflicts, at);
}

function ofLines(content: string, conflict: LinesConflict, others: readonly Conflict[], at: number): Merged | Unresolved {
  const { line, mine, theirs } = conflict;
  const lines = linesOf(content);
  if (!isSame(lines.slice(line, line + mine.length), mine)) return { refused: 'changed' };
  const shift = theirs.length - mine.length;
  const conflicts = others.map((each, index) => (each.at === 'lines' && index >= at ? { ...each, line: each.line + shift } : each));
  return { content: lines.toSpliced(line, mine.length, ...theirs).join(eolOf(content)), conflicts };
}

function ofValue(content: string, conflict: ValueConflict, others: readonly Conflict[], at: number): Merged | Unresolved {
  const { pointer, mine, theirs } = conflict;
  const path = pointerToPath(pointer);
  const key = path.at(-1);
  const list = path.slice(0, -1).reduce(pointerTo, '');
  const json = readJson(content);
  if (!json) return { refused: 'unreadable' };
  const isItem = key !== undefined && nodeAt(json.root, path.slice(0, -1))?.type === 'array';
  const inserts = isItem && mine === undefined;
  if (!inserts && !isSame(valueAt(json.value, path), mine)) return { refused: 'changed' };
  const edited = decided(content, pointer, theirs, inserts ? { list, index: Number(key) } : undefined);
  if ('refused' in edited) return edited;
  const shift = !isItem ? 0 : inserts ? 1 : theirs === undefined ? -1 : 0;
  const conflicts = shift === 0 ? [...others] : others.map((each, index) => shifted(each, list, Number(key), shift, index >= at));
  return { content: edited.text, conflicts };
}

function decided(content: string, pointer: string, theirs: unknown, item: { list: string; index: number } | undefined): Edited {
  if (item) return insertItem(content, item.list, item.index, theirs);
  return theirs === undefined ? removeValue(content, pointer) : setValue(content, pointer, theirs);
}

/** Adjusts a conflict for an item inserted or removed at an index. A conflict at the same index moves only if it comes later. */
function shifted(conflict: Conflict, list: string, index: number, shift: 1 | -1, isLater: boolean): Conflict {
  if (conflict.at !== 'value' || !conflict.pointer.startsWith(`${list}/`)) return conflict;
  const [own = '', ...rest] = conflict.pointer.slice(list.length + 1).split('/');
  const moves = Number(own) > index || (shift === 1 && isLater && Number(own) === index);
  return moves ? { ...conflict, pointer: [pointerTo(list, Number(own) + shift), ...rest].join('/') } : conflict;
}
