import type { SourceFile } from '../../../../engine/compiler/types.ts';
import type { FileEdit } from './messages.ts';

/** Applies edits to the files of a release. New and edited files come last. */
export function withEdits(before: readonly SourceFile[], edits: readonly FileEdit[]): SourceFile[] {
  const edited = new Set(edits.map(({ path }) => path));
  return [...before.filter(({ path }) => !edited.has(path)), ...edits.flatMap(({ path, text }) => (text === null ? [] : { path, text }))];
}

/** The edits that turn the files of one release into those of another. */
export function editsBetween(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): FileEdit[] {
  return [
    ...[...after].flatMap(([path, text]) => (before.get(path) === text ? [] : { path, text })),
    ...[...before.keys()].flatMap((path) => (after.has(path) ? [] : { path, text: null })),
  ];
}
