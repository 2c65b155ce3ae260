import type { SourceFile } from '../../../engine/compiler/types.ts';

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** One edit of a configuration as data; pointers are RFC 6901, "-" is the place after the last item. */
export type Edit = { file: string } & (
  | { set: string; to: Json }
  | { remove: string }
  | { rename: string; to: string }
  | { reverse: string }
  | { swap: [string, string] }
  | { create: Json }
  | { text: string }
  | { delete: true }
  | { reformat: number }
);

export interface DiffCase {
  name: string;
  edits: Edit[];
  /** Every change, as `CLASS direction code` (the direction for rules only). */
  expect: string[];
}

/** The configuration after an edit. A missing file, or a pointer that leads nowhere, is a mistake in the case. */
export function apply(files: readonly SourceFile[], edit: Edit): SourceFile[] {
  const others = files.filter(({ path }) => path !== edit.file);
  if ('create' in edit) return [...others, { path: edit.file, text: print(edit.create) }];
  const file = files.find(({ path }) => path === edit.file);
  if (!file) throw new Error(`${edit.file} is not there`);
  if ('delete' in edit) return others;
  const text =
    'text' in edit ? edit.text : 'reformat' in edit ? print(JSON.parse(file.text) as Json, edit.reformat) : changed(file.text, edit);
  return files.map((each) => (each === file ? { path: file.path, text } : each));
}

const print = (value: Json, indent = 2) => `${JSON.stringify(value, undefined, indent)}\n`;

function changed(text: string, edit: Exclude<Edit, { create: Json } | { delete: true } | { text: string } | { reformat: number }>): string {
  const root = JSON.parse(text) as Json;
  if ('set' in edit) put(root, edit.set, edit.to);
  else if ('remove' in edit) take(root, edit.remove);
  else if ('rename' in edit) renameKey(root, edit.rename, edit.to);
  else if ('reverse' in edit) put(root, edit.reverse, reversed(at(root, edit.reverse)));
  else {
    const [one, other] = edit.swap.map((pointer) => at(root, pointer)) as [Json, Json];
    put(root, edit.swap[0], other);
    put(root, edit.swap[1], one);
  }
  return print(root);
}

const names = (pointer: string) => pointer.split('/').slice(1);

function at(root: Json, pointer: string): Json {
  return names(pointer).reduce<Json>((value, name) => {
    const inner = (value as Record<string, Json>)[name];
    if (inner === undefined) throw new Error(`${pointer} leads nowhere`);
    return inner;
  }, root);
}

function around(root: Json, pointer: string): [Json[] | Record<string, Json>, string] {
  const name = names(pointer).at(-1) ?? '';
  return [at(root, pointer.slice(0, pointer.lastIndexOf('/'))) as Json[] | Record<string, Json>, name];
}

function put(root: Json, pointer: string, value: Json): void {
  const [parent, name] = around(root, pointer);
  if (Array.isArray(parent)) parent[name === '-' ? parent.length : Number(name)] = value;
  else parent[name] = value;
}

function take(root: Json, pointer: string): void {
  at(root, pointer);
  const [parent, name] = around(root, pointer);
  if (Array.isArray(parent)) parent.splice(Number(name), 1);
  else delete parent[name];
}

function renameKey(root: Json, pointer: string, to: string): void {
  put(root, `${pointer.slice(0, pointer.lastIndexOf('/'))}/${to}`, at(root, pointer));
  take(root, pointer);
}

function reversed(value: Json): Json {
  if (Array.isArray(value)) return value.toReversed();
  return Object.fromEntries(Object.entries(value as Record<string, Json>).toReversed());
}
