import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { newProduct } from '../../../server/platform/cli/newProduct.ts';
import { root } from '../../support/root.ts';

const folder = `examples/test-${randomBytes(4).toString('hex')}`;
afterEach(() => rmSync(join(root, folder), { recursive: true, force: true }));

const hakbang = (words: readonly string[], env: Record<string, string> = {}) =>
  execFileSync('node', ['server/hakbang.ts', ...words], {
    cwd: root,
    env: { ...process.env, INIT_CWD: root, ...env },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });

test('R14 new product writes a product that passes its own check', () => {
  expect(hakbang(['new', 'product', folder])).toContain(`--project ${folder}`);
  expect(hakbang(['check'], { HAKBANG_PROJECT: join(root, folder) })).toContain('0 errors, 0 warnings.');
});

test('R14 the scenarios and cases of a new product pass', () => {
  hakbang(['new', 'product', folder]);
  const project = { HAKBANG_PROJECT: join(root, folder) };
  expect(hakbang(['test'], project)).toContain('3 of 3 scenarios passed');
});

test('new product keeps a folder that has files, and names no folder outside', () => {
  const home = mkdtempSync(join(tmpdir(), 'hakbang-home-'));
  cpSync(join(root, 'examples/claim'), join(home, 'examples/claim'), { recursive: true });
  mkdirSync(join(home, 'mine'));
  writeFileSync(join(home, 'mine/notes.txt'), 'mine');
  expect(() => newProduct(home, join(home, 'mine'))).toThrow('has files already');
  expect(() => newProduct(home, join(home, '..'))).toThrow('outside');
  expect(newProduct(home, join(home, 'examples/other'))).toBe(join(home, 'examples/other'));
  expect(existsSync(join(home, 'examples/other/server/project.ts'))).toBe(true);
  expect(existsSync(join(home, 'examples/other/dist'))).toBe(false);
  rmSync(home, { recursive: true });
});

test('new product overwrites nothing in the folder of a package', () => {
  const home = mkdtempSync(join(tmpdir(), 'hakbang-home-'));
  const installed = join(home, 'node_modules/hakbang');
  cpSync(join(root, 'examples/claim'), join(installed, 'examples/claim'), { recursive: true });
  writeFileSync(join(home, 'index.html'), 'mine');
  expect(() => newProduct(installed, home)).toThrow('has index.html already');
  expect(readFileSync(join(home, 'index.html'), 'utf8')).toBe('mine');
  expect(existsSync(join(home, 'server'))).toBe(false);
  rmSync(home, { recursive: true });
});
