import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCli, type ReleaseStore } from '../../../engine/cli/index.ts';
import type { SourceFile } from '../../../engine/compiler/types.ts';
import type { ProductChange } from '../../../server/contract/staff/studio.ts';
import { operatorStore } from '../../../server/platform/operator/client.ts';
import { databaseCommands } from '../../../server/platform/operator/databaseCommands.ts';
import { databaseStore } from '../../../server/platform/operator/databaseStore.ts';
import { serveOperator } from '../../../server/platform/operator/serve.ts';
import { registry } from '../../../server/registry.ts';
import { shippedFiles, type ProductApp } from '../support/product.ts';
import { type StaffMember, staffMember } from '../support/staff.ts';
import { startStudio } from '../support/studio.ts';

let server: ProductApp;
let editor: StaffMember;
let own: Required<ReleaseStore>;
const words = 'locales/en/errors.json';
const shipped = shippedFiles();
const friendlier = shipped.map((file) => (file.path === words ? { ...file, text: file.text.replace('No connection', 'No signal') } : file));

beforeAll(async () => {
  server = await startStudio();
  editor = await staffMember(server, 'editor');
  await staffMember(server, 'translator');
  const { db, settings, product } = server.deps;
  own = databaseStore({ db, settings, product, registry });
}, 120_000);
afterAll(() => server.close());

async function hakbang(store: ReleaseStore | undefined, files: readonly SourceFile[], ...args: string[]) {
  const said: string[] = [];
  const written: SourceFile[] = [];
  const code = await runCli(args, {
    registry,
    store: async () => store ?? Promise.reject(new Error('no store')),
    read: () => files,
    write: (each) => void written.push(...each),
    out: (text) => void said.push(text),
    error: (text) => void said.push(text),
    by: 'maria',
  });
  return { code, said: said.join('\n'), written, id: /Change (\S+)/.exec(said.join('\n'))?.[1] ?? '' };
}

test('T15 push opens a change from files, and pull writes a change to files', async () => {
  const { code, id } = await hakbang(own, friendlier, 'push', 'Friendlier errors', '--as', 'editor');
  expect(code).toBe(0);
  const change = (await editor.call('GET', `/api/staff/studio/changes/${id}`)).json<ProductChange>();
  expect(change).toMatchObject({
    title: 'Friendlier errors',
    state: 'open',
    author: 'editor',
    authors: ['editor'],
    files: 1,
    isStale: false,
  });
  const pulled = await hakbang(own, shipped, 'pull', '--change', id);
  expect(pulled.written).toEqual(friendlier.map(({ path, text }) => ({ path, text })));
  expect((await hakbang(own, shipped, 'pull', '--change', 'none')).code).toBe(1);
});

test('T15 T16 push takes only files that the person may edit', async () => {
  const rerouted = shipped.map((file) => (file.path === 'flows/errors.json' ? { ...file, text: `${file.text}\n` } : file));
  await expect(hakbang(own, rerouted, 'push', 'Another status', '--as', 'translator')).rejects.toThrow('may not edit flows/errors.json');
  expect((await hakbang(own, friendlier, 'push', 'Friendlier errors', '--as', 'translator')).code).toBe(0);
  await expect(hakbang(own, friendlier, 'push', 'Friendlier errors', '--as', 'nobody')).rejects.toThrow('no member of staff');
  await expect(hakbang(own, shipped, 'push', 'Nothing new', '--as', 'editor')).rejects.toThrow('nothing to push');
  expect((await hakbang(own, friendlier, 'push', 'Friendlier errors')).code).toBe(2);
});

test('T15 a push on an older release keeps what was published since: the change is moved onto it', async () => {
  const first = (await server.table.activeHash()) ?? '';
  await server.publish(shipped.map((file) => (file.path === 'flows/errors.json' ? { ...file, text: `${file.text}\n` } : file)));
  const { id } = await hakbang(own, friendlier, 'push', 'Friendlier errors', '--as', 'editor', '--on', first);
  expect((await editor.call('GET', `/api/staff/studio/changes/${id}`)).json()).toMatchObject({ isStale: true, files: 1 });
  await server.publish(shipped);
});

test('T15 push and pull go through a running server too', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'hakbang-push-'));
  mkdirSync(directory, { recursive: true });
  const commands = databaseCommands(server.deps);
  const operator = await serveOperator({ directory, applications: { main: { registry, store: own, onMoved: async () => {} } }, commands });
  const { code, id } = await hakbang(operatorStore(directory), friendlier, 'push', 'Friendlier errors', '--as', 'editor');
  expect(code).toBe(0);
  const { written } = await hakbang(operatorStore(directory), shipped, 'pull', '--change', id);
  expect(written.find(({ path }) => path === words)?.text).toContain('No signal');
  await operator.close();
  rmSync(directory, { recursive: true });
});
