import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { isPlainObject } from '../../../engine/form/empty.ts';
import { root } from '../../support/root.ts';

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** The JSON files of the shipped configurations, by path. */
export function shipped(): { path: string; text: string }[] {
  return ['flows', 'locales', 'schemas/forms', 'schemas/enums', 'desk/flows', 'desk/locales', 'examples/claim/flows'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.json'))
      .map((name) => ({ path: `${folder}/${name}`, text: readFileSync(join(root, folder, name), 'utf8') })),
  );
}

/** Each node of a value with its path, the root first. */
export function nodesOf(value: Json, path: string[] = []): { path: string[]; value: Json }[] {
  const inner = value !== null && typeof value === 'object' ? Object.entries(value) : [];
  return [{ path, value }, ...inner.flatMap(([key, each]) => nodesOf(each, [...path, key]))];
}

/** The texts of a value that identify their origin: `b1` of the base, `m1` of mine, `t1` of theirs. */
export function tokens(value: unknown): string[] {
  if (typeof value === 'string') return /^[bmt]\d+$/.test(value) ? [value] : [];
  if (Array.isArray(value)) return value.flatMap(tokens);
  return isPlainObject(value) ? Object.values(value).flatMap(tokens) : [];
}

/** One random edit of a value. `pick` chooses the place, and `fresh` returns a new text each time. */
export type Edit = { kind: 'set' | 'remove' | 'add' | 'move' | 'nest'; at: number; to: number };

export const edits = fc.array(
  fc.record({
    kind: fc.constantFrom<Edit['kind'][]>('set', 'set', 'remove', 'add', 'add', 'move', 'nest'),
    at: fc.nat(10_000),
    to: fc.nat(10_000),
  }),
  { maxLength: 6 },
);

export function applied(value: Json, all: readonly Edit[], fresh: () => string): Json {
  let now = structuredClone(value);
  for (const edit of all) now = one(now, edit, fresh);
  return now;
}

function one(value: Json, { kind, at, to }: Edit, fresh: () => string): Json {
  const nodes = nodesOf(value);
  const of = (fits: (each: { path: string[]; value: Json }) => boolean) => {
    const fitting = nodes.filter(fits);
    return fitting[at % fitting.length];
  };
  const isIdentity = (path: string[]) => path.at(-1) === 'id' || path.at(-1) === 'block';
  if (kind === 'set' || kind === 'nest') {
    const node = of((each) => (each.value === null || typeof each.value !== 'object') && !isIdentity(each.path));
    if (node) put(value, node.path, kind === 'set' ? fresh() : { key: fresh(), with: { name: fresh() } });
  } else if (kind === 'remove') {
    const node = of(({ path }) => path.length > 0 && !isIdentity(path));
    if (node) take(value, node.path);
  } else if (kind === 'add') {
    const node = of((each) => each.value !== null && typeof each.value === 'object');
    if (node && Array.isArray(node.value)) node.value.splice(to % (node.value.length + 1), 0, itemLike(node.value, fresh));
    else if (node && isPlainObject(node.value)) node.value[`added${fresh()}`] = fresh();
  } else {
    const node = of((each) => Array.isArray(each.value) && each.value.length > 1);
    const list = node?.value as Json[] | undefined;
    const [item] = list?.splice(at % list.length, 1) ?? [];
    if (item !== undefined) list?.splice(to % (list.length + 1), 0, item);
  }
  return value;
}

function itemLike(list: readonly Json[], fresh: () => string): Json {
  const [first] = list;
  if (!isPlainObject(first)) return fresh();
  if ('block' in first) return { block: 'text', text: fresh() };
  return 'id' in first ? { id: fresh(), value: fresh() } : { value: fresh() };
}

export function put(root: Json, path: readonly string[], value: Json): void {
  const owner = path.slice(0, -1).reduce<Json>((inner, name) => (inner as Record<string, Json>)[name] ?? null, root);
  (owner as Record<string, Json>)[path.at(-1) ?? ''] = value;
}

function take(root: Json, path: readonly string[]): void {
  const owner = path.slice(0, -1).reduce<Json>((inner, name) => (inner as Record<string, Json>)[name] ?? null, root);
  if (Array.isArray(owner)) owner.splice(Number(path.at(-1)), 1);
  else delete (owner as Record<string, Json>)[path.at(-1) ?? ''];
}

export function counter(prefix: string): () => string {
  let count = 0;
  return () => `${prefix}${++count}`;
}

/** A configuration file with lists of every shape. Each text occurs once. */
export const documents = fc
  .record({
    steps: fc.nat(5),
    blocks: fc.array(fc.constantFrom('text', 'form', 'group', 'button'), { maxLength: 5 }),
    codes: fc.nat(5),
    points: fc.nat(3),
  })
  .map(({ steps, blocks, codes, points }): Json => {
    const fresh = counter('b');
    const times = <T>(count: number, make: () => T) => Array.from({ length: count }, make);
    return {
      title: fresh(),
      steps: times(steps, () => ({ id: fresh(), when: fresh(), guest: { name: fresh(), days: 7 } })),
      blocks: blocks.map((block) => ({
        block,
        text: { key: fresh(), with: { amount: fresh() } },
        ...(block === 'group' && { blocks: [{ block: 'text', text: fresh() }] }),
      })),
      codes: times(codes, fresh),
      points: times(points, () => [1, 2, 2]),
      words: { one: fresh(), other: fresh() },
    };
  });
