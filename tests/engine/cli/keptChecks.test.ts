import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkKept, keptChecks, type CheckOutcome } from '../../../engine/cli/keptChecks.ts';
import { compile } from '../../../engine/compiler/index.ts';
import type { SourceFile } from '../../../engine/compiler/types.ts';
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
const compileFresh = (all: readonly SourceFile[]) => compile(all, registry);
const refuse = () => Promise.reject(new Error('compiled again'));

test('what is kept equals what a fresh check finds, and is not compiled again', async () => {
  const folder = newFolder();
  const fresh = await compileFresh(files);
  expect(fresh.diagnostics.map(({ code }) => code)).toContain('json-syntax');
  expect(await checkKept(files, keptChecks(folder, '1'), compileFresh)).toEqual(fresh);
  expect(await checkKept(files, keptChecks(folder, '1'), refuse)).toEqual(fresh);
});

test('another content, path or version of the code is checked again', async () => {
  const folder = newFolder();
  const outcome: CheckOutcome = { diagnostics: [], release: { hash: 'a1' } };
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
  const outcome: CheckOutcome = { diagnostics: [] };
  kept.add(files, outcome);
  const [name = ''] = readdirSync(folder);
  expect(JSON.parse(readFileSync(join(folder, name), 'utf8'))).toEqual(outcome);
  for (const broken of ['{', 'null', '[]', '{}']) {
    writeFileSync(join(folder, name), broken);
    expect(kept.get(files)).toBeUndefined();
  }
  for (let each = 0; each < 30; each++) kept.add([{ path: 'flows/settings.json', text: String(each) }], outcome);
  expect(readdirSync(folder)).toHaveLength(24);
  expect(kept.get([{ path: 'flows/settings.json', text: '29' }])).toEqual(outcome);
});

test('a check without a folder to write to finds the same', async () => {
  const nowhere = keptChecks('/dev/null/checks', '1');
  expect(await checkKept(files, nowhere, compileFresh)).toEqual(await compileFresh(files));
});
