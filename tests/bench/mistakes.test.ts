import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { apply, readBase, readLegitimate, readMistakes } from '../../bench/mistakes/corpus.ts';
import { root } from '../support/root.ts';

const folder = join(root, 'bench/mistakes');
const frozen = ['base.json.br', 'legitimate.json', ...readdirSync(join(folder, 'corpus')).map((name) => `corpus/${name}`)];
const [mistakes, legitimate] = [readMistakes(), readLegitimate()];

test('every edit of the corpus applies to its base exactly once and changes it', () => {
  const base = readBase();
  for (const change of [...mistakes, ...legitimate]) expect(() => apply(base, change)).not.toThrow();
  const edits = [...mistakes, ...legitimate].flatMap((change) => change.edits);
  expect(edits.filter((edit) => edit.op === 'replace' && edit.old === edit.new)).toEqual([]);
});

test('an edit whose text is missing, or is there twice, fails loudly', () => {
  const base = [{ path: 'a.json', text: 'one two two' }];
  const change = (old: string) => ({ id: 'x', story: '', edits: [{ file: 'a.json', op: 'replace' as const, old, new: '' }] });
  expect(() => apply(base, change('three'))).toThrow('has 0 times: three');
  expect(() => apply(base, change('two'))).toThrow('has 2 times: two');
});

test('there are at least ten mistakes for each kind of file, and sixty legitimate edits', () => {
  const kinds = Map.groupBy(mistakes, ({ kind }) => kind);
  expect([...kinds].filter(([, some]) => some.length < 10)).toEqual([]);
  expect(new Set([...mistakes, ...legitimate].map(({ id }) => id)).size).toBe(mistakes.length + legitimate.length);
  expect(mistakes.length).toBeGreaterThanOrEqual(300);
  expect(legitimate).toHaveLength(60);
});

// Since then, rows of tables got ids: three edits find their place by other words, and change the same.
test('the corpus stays as it was before the first rule was measured by it', () => {
  const hash = createHash('sha256');
  for (const name of frozen.toSorted()) hash.update(name).update(readFileSync(join(folder, name)));
  expect(hash.digest('hex')).toBe('c47d10d5a20fd0958f9212cf662173f9c6e0709ca4dc21093401536ff0f7d4a5');
});
