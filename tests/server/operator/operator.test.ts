import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { runCli } from '../../../engine/cli/index.ts';
import type { SourceFile } from '../../../engine/compiler/types.ts';
import { operatorStore } from '../../../server/platform/operator/client.ts';
import { placeFile, type OperatorPlace } from '../../../server/platform/operator/place.ts';
import { databaseCommands } from '../../../server/platform/operator/databaseCommands.ts';
import { serveOperator } from '../../../server/platform/operator/serve.ts';
import { databaseStore } from '../../../server/platform/operator/databaseStore.ts';
import { registry } from '../../../server/registry.ts';
import { releaseOf } from '../../support/compiled.ts';
import { withField } from '../support/edits.ts';
import { edited, shippedFiles, startProduct, type ProductApp } from '../support/product.ts';

const shipped = shippedFiles();
const slower = edited<{ clickGuardMs: number }>(shipped, 'flows/settings.json', (settings) => void (settings.clickGuardMs = 1234));
const breaking = withField(shipped, 'work', 'nightShifts', {
  schema: { type: 'integer', minimum: 0, maximum: 7 },
  required: true,
  words: { label: 'Night shifts a week', errors: { required: 'Enter your night shifts.' } },
});

let server: ProductApp;
let folder: string;
let moved = 0;
const closers: (() => Promise<void>)[] = [];
beforeAll(async () => {
  server = await startProduct({ files: shipped });
  folder = mkdtempSync(join(tmpdir(), 'hakbang-operator-'));
});
beforeEach(async () => void (await server.publish(shipped)));
afterAll(async () => {
  for (const close of closers) await close();
  rmSync(folder, { recursive: true, force: true });
  await server.close();
});

async function serve(name: string, refusal?: string): Promise<{ directory: string; close: () => Promise<void> }> {
  const directory = join(folder, name);
  mkdirSync(directory, { mode: 0o700, recursive: true });
  const store = databaseStore({ db: server.deps.db, settings: server.deps.settings, product: server.deps.product, registry });
  const operator = await serveOperator({
    directory,
    applications: { main: { registry, store, onMoved: async () => void moved++ } },
    commands: databaseCommands(server.deps),
    refusal,
  });
  const close = () => operator.close();
  closers.push(close);
  return { directory, close };
}

async function hakbang(directory: string, files: readonly SourceFile[], ...args: string[]) {
  const said: string[] = [];
  const code = await runCli(args, {
    registry,
    store: async () => operatorStore(directory) ?? Promise.reject(new Error('no running server')),
    read: () => files,
    write: () => {},
    out: (text) => void said.push(text),
    error: (text) => void said.push(text),
    by: 'tester',
  });
  return { code, said: said.join('\n') };
}

const placeOf = (directory: string) => JSON.parse(readFileSync(placeFile(directory), 'utf8')) as OperatorPlace;
const statusOf = ({ socket }: OperatorPlace, path: string, headers: Record<string, string>, body = '{}', method = 'POST') =>
  new Promise<number | undefined>((resolve, reject) => {
    const sent = request({ socketPath: socket, path, method, headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on('error', reject);
    sent.end(body);
  });

test('K04 publish and rollback go through a running server, which shows it at once', async () => {
  const { directory } = await serve('a');
  const first = await server.table.activeHash();
  const before = moved;
  const published = await hakbang(directory, slower, 'publish');
  expect(published.said).toContain(`Release ${(await releaseOf(slower)).hash} is now active.`);
  expect(published.said).toContain('Applications in progress: 0 continue unchanged');
  expect(await server.table.activeHash()).toBe((await releaseOf(slower)).hash);
  expect((await hakbang(directory, slower, 'diff', 'active')).code).toBe(0);
  expect(await hakbang(directory, slower, 'rollback')).toMatchObject({ code: 0 });
  expect(await server.table.activeHash()).toBe(first);
  expect(moved).toBe(before + 2);
});

test('R12 a release that breaks applications in progress is refused through a running server too', async () => {
  const { directory } = await serve('b');
  const first = await server.table.activeHash();
  const refused = await hakbang(directory, breaking, 'publish');
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.said).toContain('Not published: this release breaks applications in progress.');
  expect(await server.table.activeHash()).toBe(first);
  expect((await hakbang(directory, breaking, 'publish', '--carry-over', 'pin')).code).toBe(0);
  expect(await server.table.policySince(first ?? '')).toBe('pin');
});

test('only who can read the file with the token is heard', async () => {
  const { directory } = await serve('c');
  const place = placeOf(directory);
  expect(statSync(placeFile(directory)).mode & 0o777).toBe(0o600);
  expect(statSync(place.socket).mode & 0o777).toBe(0o600);
  const shown = { authorization: `Bearer ${place.token}` };
  expect(await statusOf(place, '/active', shown)).toBe(200);
  expect(await statusOf(place, '/active', {})).toBe(401);
  expect(await statusOf(place, '/active', { authorization: `Bearer ${'0'.repeat(64)}` })).toBe(401);
  expect(await statusOf(place, '/active', { authorization: `Bearer ${place.token}0` })).toBe(401);
  expect(await statusOf(place, '/active', shown, '', 'GET')).toBe(401);
  expect(await statusOf(place, '/close', shown)).toBe(404);
  expect(await statusOf(place, '/constructor', shown)).toBe(404);
  expect(await statusOf(place, '/rollback', shown, '{"by":"x","hash":7}')).toBe(400);
  // A file that others could have read or written is not trusted.
  chmodSync(placeFile(directory), 0o644);
  expect(operatorStore(directory)).toBeUndefined();
});

test('a release that is not made of its files is refused: the server takes files and no code', async () => {
  const { directory } = await serve('d');
  const store = operatorStore(directory);
  const release = await releaseOf(slower);
  await expect(store?.publish({ ...release, hash: '0123456789abcdef' }, 'tester')).rejects.toThrow('it runs different code');
  expect(await server.table.load('0123456789abcdef')).toBeUndefined();
});

test('too much is refused, and the server stays', async () => {
  const { directory } = await serve('e');
  const place = placeOf(directory);
  const body = JSON.stringify({ files: [{ path: 'a', text: 'x'.repeat(33 * 1024 * 1024) }], hash: '0123456789abcdef', by: 'x' });
  await statusOf(place, '/publish', { authorization: `Bearer ${place.token}` }, body).then(
    (status) => expect(status).toBe(413),
    (error: NodeJS.ErrnoException) => expect(error.code).toMatch(/EPIPE|ECONNRESET/),
  );
  expect(await operatorStore(directory)?.active()).toBe(await server.table.activeHash());
});

test('a folder with a long name works, a closed server leaves nothing, and development publishes nothing', async () => {
  const { directory, close } = await serve('x'.repeat(120), 'This server runs in development.');
  const { socket } = placeOf(directory);
  expect(await operatorStore(directory)?.active()).toBe(await server.table.activeHash());
  await expect(operatorStore(directory)?.rollback(undefined, 'tester')).rejects.toThrow('This server runs in development.');
  const before = operatorStore(directory);
  await close();
  await expect(before?.active()).rejects.toThrow('The process that has the database open does not answer');
  expect(existsSync(socket)).toBe(false);
  expect(operatorStore(directory)).toBeUndefined();
});
