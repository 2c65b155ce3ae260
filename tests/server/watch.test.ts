import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Connection } from '../../server/platform/db/connect.ts';
import { createTestDatabase } from './support/testDatabase.ts';
import { databaseReleases } from '../../server/platform/release/databaseTable.ts';
import { watchedReleases, type DevEvent, type WatchedReleases } from '../../server/platform/release/watched.ts';
import { registry } from '../../server/registry.ts';
import { root } from '../support/root.ts';

let configDir: string;
let connection: Connection;
let releases: WatchedReleases;
const events: DevEvent[] = [];
const settingsFile = () => join(configDir, 'flows/settings.json');

/** Saves as editors do: a new file is renamed over the old one. */
function save(clickGuard: string): void {
  const text = readFileSync(settingsFile(), 'utf8').replace(/"clickGuardMs": [^,]+/, `"clickGuardMs": ${clickGuard}`);
  writeFileSync(`${settingsFile()}.tmp`, text);
  renameSync(`${settingsFile()}.tmp`, settingsFile());
}

beforeEach(async () => {
  configDir = mkdtempSync(join(tmpdir(), 'hakbang-watch-'));
  for (const folder of ['schemas', 'flows', 'locales']) cpSync(join(root, folder), join(configDir, folder), { recursive: true });
  connection = await createTestDatabase();
  const log = { info: () => {}, error: () => {} };
  releases = await watchedReleases({ configDir, registry, table: databaseReleases(connection.db), log });
  events.length = 0;
  releases.subscribe((event) => events.push(event));
});
afterEach(async () => {
  await releases.stop();
  await connection.close();
  rmSync(configDir, { recursive: true });
});

const activeGuard = () => releases.active().manifest.settings.clickGuardMs;
const soon = { timeout: 10_000 };

describe('development', () => {
  test('every saved file becomes the active release', async () => {
    for (const value of [1001, 1002, 1003]) {
      save(String(value));
      await expect.poll(activeGuard, soon).toBe(value);
    }
    expect(events.every((event) => 'release' in event)).toBe(true);
  });

  test('an error is reported with file and line, and the last good release stays', async () => {
    save('"soon"');
    await expect
      .poll(() => events.at(-1), soon)
      .toMatchObject({ diagnostics: [{ file: 'flows/settings.json', severity: 'error', line: expect.any(Number) as number }] });
    expect(activeGuard()).toBe(1000);
    save('1500');
    await expect.poll(activeGuard, soon).toBe(1500);
  });

  test('a file in a new folder is detected', async () => {
    mkdirSync(join(configDir, 'flows/screens/more'));
    await new Promise((resolve) => setTimeout(resolve, 200));
    writeFileSync(join(configDir, 'flows/screens/more/broken.screen.json'), '{');
    await expect.poll(() => events.at(-1), soon).toMatchObject({ diagnostics: [{ file: 'flows/screens/more/broken.screen.json' }] });
  });

  test('a pinned release survives a restart', async () => {
    const { hash } = releases.active();
    const table = databaseReleases(connection.db);
    expect(await table.load(hash)).toBeUndefined();
    await releases.keep(hash);
    expect(await table.load(hash)).toMatchObject({ manifest: { hash } });
  });
});
