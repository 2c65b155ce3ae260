import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freshBundle, stampOf } from '../../server/bundle.ts';

let root: string;
let bundle: URL;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'hakbang-bundle-'));
  mkdirSync(join(root, 'build/server'), { recursive: true });
  bundle = pathToFileURL(`${join(root, 'build/server')}/`);
  for (const name of ['one.ts', 'two.ts']) writeFileSync(join(root, name), 'export {};\n');
  const stamps = Object.fromEntries(['one.ts', 'two.ts'].map((name) => [name, stampOf(join(root, name))]));
  writeFileSync(join(root, 'build/server/manifest.json'), JSON.stringify(stamps));
});
afterEach(() => rmSync(root, { recursive: true }));

const entry = (env = {}) => freshBundle('main.js', { bundle, env });

test('a bundle of unchanged files is used, for the product in its own folder', () => {
  expect(entry()).toBe(new URL('main.js', bundle).href);
  expect(entry({ HAKBANG_PROJECT: `${root}/` })).toBe(entry());
  expect(entry({ HAKBANG_PROJECT: join(root, 'examples/claim') })).toBeUndefined();
});

test.each([
  ['edited', () => writeFileSync(join(root, 'two.ts'), 'export const two = 2;\n')],
  ['saved with as many characters', () => utimesSync(join(root, 'two.ts'), 1, 1)],
  ['deleted', () => rmSync(join(root, 'two.ts'))],
])('a bundle is not used after one of its files was %s', (_, change) => {
  change();
  expect(entry()).toBeUndefined();
});

test('without a complete bundle the sources run', () => {
  writeFileSync(join(root, 'build/server/manifest.json'), '{"one.ts": ');
  expect(entry()).toBeUndefined();
  rmSync(join(root, 'build'), { recursive: true });
  expect(entry()).toBeUndefined();
});

test('the built command line prints what its sources print', () => {
  const said = (...args: string[]) => execFileSync('node', args, { encoding: 'utf8', cwd: new URL('../..', import.meta.url) });
  execFileSync('node', ['tools/serverBundle/build.ts']);
  const built = freshBundle('hakbang.js') ?? '';
  expect(
    said('--input-type=module', '--eval', `process.argv.splice(1, 0, 'hakbang'); await import(${JSON.stringify(built)})`, 'rules'),
  ).toBe(said('server/platform/cli/hakbang.ts', 'rules'));
});
