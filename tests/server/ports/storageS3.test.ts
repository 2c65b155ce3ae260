import { afterEach, beforeEach, expect, test } from 'vitest';
import { storageS3 } from '../../../server/ports/storageS3.ts';
import { startS3, type S3Server } from './s3Server.ts';
import { storageContract } from './storage.contract.ts';

const account = { accessKeyId: 'AKTEST', secretAccessKey: 'secret/of+the/tests', region: 'ap-southeast-1', bucket: 'photos' };
const key = 'Az09_-Az09_-Az09';

storageContract('S3 storage', async () => {
  const server = await startS3(account);
  return { port: storageS3({ ...account, endpoint: server.url }), close: server.close };
});

let server: S3Server;
beforeEach(async () => void (server = await startS3(account)));
afterEach(() => server.close());
const storage = (change = {}) => storageS3({ ...account, endpoint: server.url, ...change }, { timeoutMs: 2000 });

test('a file is stored in the bucket under its key', async () => {
  await storage().put(key, new Uint8Array([1]));
  expect(server.names()).toEqual([`photos/${key}`]);
});

test('a store that is briefly busy is retried', async () => {
  server.failNext(2);
  await storage().put(key, new Uint8Array([1, 2]));
  expect(await storage().get(key)).toEqual(new Uint8Array([1, 2]));
});

test.each([
  ['a wrong secret', { secretAccessKey: 'other' }],
  ['a wrong region', { region: 'us-east-1' }],
  ['a bucket that is not there', { bucket: 'other' }],
])('%s is an error, never a missing file', async (_name, change) => {
  for (const call of [
    () => storage(change).put(key, new Uint8Array([1])),
    () => storage(change).get(key),
    () => storage(change).delete(key),
  ])
    await expect(call()).rejects.toMatchObject({ name: 'ProviderError', kind: 'refused' });
});

test('a store that stays busy or unreachable is unavailable', async () => {
  server.failNext(3);
  await expect(storage().get(key)).rejects.toMatchObject({ name: 'ProviderError', kind: 'unavailable' });
  await expect(storage({ endpoint: 'http://127.0.0.1:9' }).get(key)).rejects.toMatchObject({ kind: 'unavailable' });
});
