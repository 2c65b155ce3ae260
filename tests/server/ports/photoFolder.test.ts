import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Connection } from '../../../server/platform/db/connect.ts';
import { createTestDatabase } from '../support/testDatabase.ts';
import { recognisePhotoFolder } from '../../../server/platform/db/photoFolder.ts';
import { localStorage } from '../../../server/ports/storageLocal.ts';

let parent: string;
let connection: Connection;
beforeEach(async () => {
  parent = mkdtempSync(join(tmpdir(), 'hakbang-photos-'));
  connection = await createTestDatabase();
});
afterEach(async () => {
  await connection.close();
  rmSync(parent, { recursive: true, force: true });
});

const folder = (name: string) => join(parent, name);
const start = (name: string) => recognisePhotoFolder(connection.db, folder(name));

describe('a photo folder that several nodes share', () => {
  test('is marked by the first node and recognised by the others', async () => {
    const marker = await start('shared');
    expect(readFileSync(join(folder('shared'), marker.file), 'utf8')).toBe(marker.id);
    expect(await start('shared')).toEqual(marker);
  });

  test('a node that sees a folder without the marker, or with another one, refuses to start', async () => {
    const { id, file } = await start('shared');
    await expect(start('own')).rejects.toThrow(new RegExp(`own has no .hakbang-folder.*mount it there.*write ${id}`));
    mkdirSync(folder('other'));
    writeFileSync(join(folder('other'), file), 'f'.repeat(32));
    await expect(start('other')).rejects.toThrow("is not the folder with this database's photos");
  });

  test('of two nodes with separate folders that start in parallel at most one starts', async () => {
    const results = await Promise.allSettled([start('one'), start('two')]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  test('that disappears while a node runs makes the node not ready', async () => {
    const marker = await start('shared');
    const storage = localStorage(folder('shared'), { marker });
    await storage.check?.();
    rmSync(folder('shared'), { recursive: true });
    await expect(storage.check?.()).rejects.toThrow('storage: the folder has changed since startup');
    await expect(storage.put('Az09_-Az09_-Az09', Buffer.from('photo'))).rejects.toMatchObject({ name: 'ProviderError' });
  });
});

test('a disk with too little room for photos makes a node not ready', async () => {
  await localStorage(folder('roomy')).check?.();
  await expect(localStorage(folder('full'), { minFreeBytes: Number.MAX_SAFE_INTEGER }).check?.()).rejects.toThrow(
    'storage: the disk is nearly full',
  );
});
