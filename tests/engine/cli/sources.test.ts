import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readAgain, readSources } from '../../../engine/cli/sources.ts';

function project(texts: Record<string, string>) {
  const root = mkdtempSync(join(tmpdir(), 'hakbang-sources-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  for (const [path, text] of Object.entries(texts)) write(path, text);
  return { root, write };
}

const two = { 'flows/a.flow.json': '1', 'locales/en/common.json': '2' };

test('a configuration is the files of its folders, without generated ones and the litter of editors', () => {
  const { root } = project({
    ...two,
    'flows/limits.JSON': '3',
    'flows/.a.flow.json.swp': '7',
    'flows/a.flow.json~': '8',
    'schemas/meta/flow.schema.json': '4',
    'hakbang.config.json': '5',
    'package.json': '6',
  });
  expect(readSources(root)).toEqual([
    { path: 'flows/a.flow.json', text: '1' },
    // The compiler reports its name, for which it needs no content.
    { path: 'flows/limits.JSON', text: '' },
    { path: 'hakbang.config.json', text: '5' },
    { path: 'locales/en/common.json', text: '2' },
  ]);
});

test('reading again loads only saved files', () => {
  const { root, write } = project(two);
  const files = readSources(root);
  write('flows/a.flow.json', 'saved');
  write('locales/en/common.json', 'not told');
  expect(readAgain(root, files, ['flows/a.flow.json'])).toEqual([
    { path: 'flows/a.flow.json', text: 'saved' },
    { path: 'locales/en/common.json', text: '2' },
  ]);
});

test('reading again detects new and removed files and folders', () => {
  const { root, write } = project(two);
  const files = readSources(root);
  write('flows/screens/b.screen.json', '3');
  renameSync(join(root, 'locales/en'), join(root, 'locales/fil'));
  const paths = ['flows/screens', 'flows/screens/b.screen.json', 'locales/en', 'locales/fil', 'flows/b.txt'];
  expect(readAgain(root, files, paths)).toEqual(readSources(root));
  expect(readSources(root).map(({ path }) => path)).toEqual([
    'flows/a.flow.json',
    'flows/screens/b.screen.json',
    'locales/fil/common.json',
  ]);
});
