import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { root } from '../../support/root.ts';

const folder = mkdtempSync(join(tmpdir(), 'hakbang-check-'));
for (const each of ['schemas', 'flows', 'locales', 'desk', 'studio']) cpSync(join(root, each), join(folder, each), { recursive: true });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const env = { ...process.env, CONFIG_DIR: folder, CI: '' };
const check = (...options: string[]) => spawnSync('node', ['server/hakbang.ts', 'check', ...options], { cwd: root, env, encoding: 'utf8' });

test('D14 check finds a mistake in the desk at its place, and --fix corrects it there', () => {
  const path = join(folder, 'desk/flows/roles.json');
  const right = readFileSync(path, 'utf8');
  writeFileSync(path, right.replace('"underwriter": [\n      "doWork"', '"underwriter": [\n      "doWorks"'));
  const found = check();
  expect(found.status).toBe(1);
  expect(found.stdout).toMatch(/desk\/flows\/roles\.json:\d+:7 error unknown-right\n {2}There is no right "doWorks"\./);
  const fixed = check('--fix');
  expect(fixed.stderr).toContain('Fixed 1 finding in 1 file.');
  expect(fixed.status).toBe(0);
  expect(readFileSync(path, 'utf8')).toBe(right);
});

test('a mistake in one application makes the whole check fail, also in the studio', () => {
  const path = join(folder, 'studio/flows/navigation.json');
  const right = readFileSync(path, 'utf8');
  writeFileSync(path, '{');
  const { status, stdout } = check();
  writeFileSync(path, right);
  expect(status).toBe(1);
  expect(stdout).toContain('studio/flows/navigation.json:1:2 error json-syntax');
  expect(execFileSync('node', ['server/hakbang.ts', 'check'], { cwd: root, env, encoding: 'utf8' })).toContain('0 errors');
});

test('a check that takes what an earlier one found prints the same', () => {
  const path = join(folder, 'desk/flows/navigation.json');
  const right = readFileSync(path, 'utf8');
  writeFileSync(path, right.replace('"home": [', '"home": ["/nowhere", '));
  const fresh = check('--format', 'json', '--no-cache');
  const first = check('--format', 'json');
  const kept = check('--format', 'json');
  writeFileSync(path, right);
  expect(fresh.stdout).toContain('/nowhere');
  expect([first.stdout, kept.stdout]).toEqual([fresh.stdout, fresh.stdout]);
  expect([first.status, kept.status]).toEqual([fresh.status, fresh.status]);
});

test('check --fix corrects the file that all applications share in its own place only', () => {
  const path = join(folder, 'hakbang.config.json');
  writeFileSync(path, '{ "$schema": "schemas/meta/config.schema.json", "rules": { "missing-kye": "warning" } }\n');
  const { status } = check('--fix');
  const fixed = readFileSync(path, 'utf8');
  rmSync(path);
  expect(fixed).toContain('"missing-key": "warning"');
  expect(['desk', 'studio'].filter((each) => existsSync(join(folder, each, 'hakbang.config.json')))).toEqual([]);
  expect(status).toBe(0);
});
