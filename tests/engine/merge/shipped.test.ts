import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeFile } from '../../../engine/merge/index.ts';
import { nodesOf, put, shipped, type Json } from './support.ts';

const files = shipped();
const print = (value: Json) => `${JSON.stringify(value, undefined, 2)}\n`;
const isScalar = (value: Json) => value === null || typeof value !== 'object';
const isIdentity = (key: string | undefined) => ['id', 'key', 'code', 'name'].includes(key ?? '');

/** Values at different places of a shipped file. Each side changes its own. */
const changes = fc
  .tuple(fc.nat(1e6), fc.array(fc.nat(1e6), { minLength: 1, maxLength: 4 }), fc.array(fc.nat(1e6), { minLength: 1, maxLength: 4 }))
  .map(([which, one, other]) => {
    const file = files[which % files.length] ?? { path: '', text: '{}' };
    const value = JSON.parse(file.text) as Json;
    const leaves = nodesOf(value).filter((node) => isScalar(node.value) && !isIdentity(node.path.at(-1)));
    const place = (at: number) => leaves[at % leaves.length]?.path ?? [];
    const mine = one.map(place);
    const theirs = other.map(place).filter((path) => !mine.some((each) => each.join('/') === path.join('/')));
    return { file, value, mine, theirs };
  });

const changed = (value: Json, sides: [string[][], string][]) => {
  const now = structuredClone(value);
  for (const [paths, prefix] of sides) paths.forEach((path, index) => put(now, path, `${prefix} ${index}`));
  return now;
};

/** Whether both sides changed values of the same list, which is then shown whole. */
function shareList(mine: string[][], theirs: string[][], value: Json): boolean {
  const lists = (paths: string[][]) =>
    new Set(paths.flatMap((path) => path.flatMap((key, index) => (/^\d+$/.test(key) ? [path.slice(0, index).join('/')] : []))));
  const named = (path: string) => {
    const list = path === '' ? value : path.split('/').reduce<Json>((inner, key) => (inner as Record<string, Json>)[key] ?? null, value);
    return Array.isArray(list) && list.every((item) => typeof item === 'object' && Object.keys(item ?? {}).some(isIdentity));
  };
  return [...lists(mine)].some((path) => lists(theirs).has(path) && !named(path));
}

test('T01 edits of different places of a shipped file give what both edits give', () => {
  let conflicts = 0;
  const runs = Number(process.env['RUNS'] ?? 400);
  fc.assert(
    fc.property(changes, ({ file, value, mine, theirs }) => {
      const texts = { base: file.text, mine: print(changed(value, [[mine, 'mine']])), theirs: print(changed(value, [[theirs, 'theirs']])) };
      const merged = mergeFile(file.path, texts);
      const both = changed(value, [
        [mine, 'mine'],
        [theirs, 'theirs'],
      ]);
      const hasConflict = merged.conflicts.length > 0;
      if (hasConflict) conflicts += 1;
      expect(hasConflict ? shareList(mine, theirs, value) : isDeepStrictEqual(JSON.parse(merged.content ?? ''), both)).toBe(true);
    }),
    { numRuns: runs },
  );
  expect(conflicts / runs).toBeLessThan(0.05);
});
