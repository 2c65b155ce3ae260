import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkKept, keptChecks } from '../../../engine/cli/keptChecks.ts';
import { keptEmpty } from '../../../engine/cli/keptEmpty.ts';
import { createCompiler } from '../../../engine/compiler/index.ts';
import type { Diagnostic, SourceFile } from '../../../engine/compiler/types.ts';
import { registry } from '../../../server/registry.ts';

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hakbang-checks-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'some/where');
}

const files: readonly SourceFile[] = [
  { path: 'flows/conditions.json', text: '{ "conditions": { "isOld": "work.age >" } }' },
  { path: 'locales/en/forms.json', text: '{' },
];
const checkFresh = (all: readonly SourceFile[]) => createCompiler(registry).check(all);
const refuse = () => Promise.reject(new Error('checked again'));

test('what is kept equals what a fresh check finds, and is not checked again', async () => {
  const folder = newFolder();
  const fresh = await checkFresh(files);
  expect(fresh.map(({ code }) => code)).toContain('json-syntax');
  expect(await checkKept(files, keptChecks(folder, '1'), checkFresh)).toEqual(fresh);
  expect(await checkKept(files, keptChecks(folder, '1'), refuse)).toEqual(fresh);
});

test('another content, path or version of the code is checked again', async () => {
  const folder = newFolder();
  const outcome: Diagnostic[] = [];
  keptChecks(folder, '1').add(files, outcome);
  expect(keptChecks(folder, '1').get(files)).toEqual(outcome);
  expect(keptChecks(folder, '2').get(files)).toBeUndefined();
  expect(keptChecks(folder, '1').get(files.map((file) => ({ ...file, text: `${file.text} ` })))).toBeUndefined();
  expect(keptChecks(folder, '1').get(files.map((file) => ({ ...file, path: `x${file.path}` })))).toBeUndefined();
  expect(keptChecks(folder, '1').get(files.slice(1))).toBeUndefined();
});

test('broken files are ignored, and the latest 24 are kept', () => {
  const folder = newFolder();
  const kept = keptChecks(folder, '1');
  const outcome: Diagnostic[] = [];
  kept.add(files, outcome);
  const [name = ''] = readdirSync(folder);
  expect(JSON.parse(readFileSync(join(folder, name), 'utf8'))).toEqual(outcome);
  for (const broken of ['{', 'null', '3', '{}']) {
    writeFileSync(join(folder, name), broken);
    expect(kept.get(files)).toBeUndefined();
  }
  for (let each = 0; each < 30; each++) kept.add([{ path: 'flows/settings.json', text: String(each) }], outcome);
  expect(readdirSync(folder)).toHaveLength(24);
  expect(kept.get([{ path: 'flows/settings.json', text: '29' }])).toEqual(outcome);
});

test('a check without a folder to write to finds the same', async () => {
  const nowhere = keptChecks('/dev/null/checks', '1');
  expect(await checkKept(files, nowhere, checkFresh)).toEqual(await checkFresh(files));
});

test('what no run has used for the longest time is forgotten when there is too much', () => {
  const file = join(newFolder(), 'empty.txt');
  const first = keptEmpty(file);
  first.add('used');
  first.add('unused');
  first.save();
  const second = keptEmpty(file);
  expect(['used', 'added'].map((digest) => second.has(digest))).toEqual([true, false]);
  for (let index = 0; index < 19_998; index += 1) second.add(`added ${index}`);
  second.save();
  // A whole check that is known to be empty hides its parts, and the next change may need them again.
  expect(['used', 'unused', 'added 0'].map((digest) => keptEmpty(file).has(digest))).toEqual([true, true, true]);
  const third = keptEmpty(file);
  third.add('one more');
  third.save();
  expect(['used', 'unused', 'one more'].map((digest) => keptEmpty(file).has(digest))).toEqual([true, false, true]);
});

test('a run that cannot write what it found empty goes on', () => {
  const nowhere = keptEmpty('/dev/null/empty.txt');
  nowhere.add('digest');
  nowhere.save();
  expect(nowhere.has('digest')).toBe(false);
});

test('what another run might find otherwise is not kept', async () => {
  const folder = newFolder();
  await checkKept(files, keptChecks(folder, '1'), checkFresh, () => false);
  expect(keptChecks(folder, '1').get(files)).toBeUndefined();
});
