import type { SourceDocument } from '../compiler/project/document.ts';
import { reachOf, whoOf } from './reach.ts';
import type { Side } from './side.ts';
import { changeClasses, type Affected, type Change, type ChangeClass, type Direction, type Loss } from './types.ts';

/** A change before its position and its effects are known. */
export interface Found {
  class: ChangeClass;
  code: string;
  direction?: Direction;
  message: string;
  why: string;
  side: Side;
  document: SourceDocument;
  pointer: string;
  /** Whether the position is that of the key or the value. Default: the value. */
  at?: 'key' | 'value';
  /** The answers (`form.field`), forms, screens or steps (`flow.step`) that it concerns. */
  about?: Partial<Affected>;
  loses?: Loss;
}

/** Locates the changes, merges those that several forms share, and sorts them: the most severe first, then by position. */
export function collect(found: readonly Found[]): Change[] {
  const changes = new Map<string, Change>();
  for (const each of found) {
    const change = place(each);
    const key = [change.class, change.code, change.file, change.pointer, change.message].join(' ');
    const known = changes.get(key);
    changes.set(key, known ? together(known, change) : change);
  }
  return [...changes.values()].sort(byWeight);
}

function place({ side, document, pointer, at = 'value', about = {}, ...rest }: Found): Change {
  const { line, column } = document.position(document.offset(pointer, at));
  const affects = reachOf(about, side);
  return { ...rest, side: side.name, file: document.path, line, column, pointer, affects, who: whoOf(rest.class, affects) };
}

function together(one: Change, other: Change): Change {
  const union = (name: keyof Affected) => [...new Set([...one.affects[name], ...other.affects[name]])].sort();
  const affects = { answers: union('answers'), steps: union('steps'), screens: union('screens') };
  return { ...one, affects, who: whoOf(one.class, affects) };
}

const weight = ({ class: name }: Change) => changeClasses.indexOf(name);

const byWeight = (a: Change, b: Change): number =>
  weight(b) - weight(a) || (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line || (a.message < b.message ? -1 : 1));
