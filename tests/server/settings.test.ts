import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSettings } from '../../server/settings.ts';

let dataDir: string;
beforeAll(() => void (dataDir = mkdtempSync(join(tmpdir(), 'hakbang-settings-'))));
afterAll(() => rmSync(dataDir, { recursive: true }));

const key = Buffer.alloc(32, 1).toString('base64');
const production = {
  HAKBANG_MODE: 'production',
  DATABASE_URL: 'postgres://db/hakbang',
  MASTER_KEY: key,
  ALLOW_SANDBOXES: 'true',
  PUBLIC_URL: 'https://app.example',
};

test('nothing set is a demo on this machine', () => {
  expect(readSettings({ DATA_DIR: dataDir })).toMatchObject({ mode: 'demo', host: '127.0.0.1', port: 3000, lan: false, secure: false });
});

test('a demo makes its master key once, readable by its owner only', () => {
  const [first, second] = [readSettings({ DATA_DIR: dataDir }), readSettings({ DATA_DIR: dataDir })];
  expect(second.keyring).toEqual(first.keyring);
  const file = join(dataDir, 'master.key');
  expect(Buffer.from(readFileSync(file, 'utf8'), 'base64')).toHaveLength(32);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test.each([
  ['a port that is none', { PORT: '99999' }, /PORT must be <= 65535/],
  ['a mode that is none', { HAKBANG_MODE: 'prod' }, /HAKBANG_MODE/],
  ['a master key that is too short', { MASTER_KEY: 'c2hvcnQ=' }, /32 bytes/],
  ['a demo open to the network', { HOST: '0.0.0.0' }, /use --lan/],
  ['PostgreSQL without a key of its own', { DATABASE_URL: 'postgres://db/hakbang' }, /MASTER_KEY is missing/],
])('refuses %s, and says what is wrong', (_name, env, message) => {
  expect(() => readSettings({ DATA_DIR: dataDir, ...env })).toThrow(message);
});

test.each([
  ['the embedded database', { DATABASE_URL: '' }, /DATABASE_URL is missing/],
  ['sandboxes', { ALLOW_SANDBOXES: '' }, /refuses the sandboxes/],
  ['a missing key', { MASTER_KEY: '' }, /MASTER_KEY is missing/],
  ['plain http', { PUBLIC_URL: 'http://app.example' }, /must be https/],
])('production refuses %s', (_name, env, message) => {
  expect(() => readSettings({ ...production, ...env })).toThrow(message);
});

test('production starts when all is said', () => {
  expect(readSettings({ ...production, HOST: '0.0.0.0' })).toMatchObject({ mode: 'production', host: '0.0.0.0', secure: true });
  expect(() => readSettings(production, ['--lan'])).toThrow(/--lan is for demo/);
});

test('--lan listens on the network over HTTPS', () => {
  expect(readSettings({ DATA_DIR: dataDir }, ['--lan'])).toMatchObject({ host: '0.0.0.0', lan: true, secure: true });
  expect(() => readSettings({ DATA_DIR: dataDir }, ['--wan'])).toThrow(/Unknown argument --wan/);
});
