import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { writeSources } from '../../engine/cli/index.ts';
import type { Release, SourceFile } from '../../engine/compiler/types.ts';
import { publishRelease } from '../../server/platform/publishing/publish.ts';
import { keptStart, type KeptStart } from '../../server/platform/release/keptStart.ts';
import { seedReleases } from '../../server/platform/release/seed.ts';
import { registry } from '../../server/registry.ts';
import { withField } from './support/edits.ts';
import { edited, shippedFiles, startProduct, type ProductApp } from './support/product.ts';

const shipped = shippedFiles();
const rerouted = edited<{ clickGuardMs: number }>(shipped, 'flows/settings.json', (settings) => void (settings.clickGuardMs = 1234));
/** Requires an answer that drafts do not have. */
const breaking = withField(shipped, 'work', 'nightShifts', {
  schema: { type: 'integer', minimum: 0, maximum: 7 },
  required: true,
  words: { label: 'Night shifts a week', errors: { required: 'Enter your night shifts.' } },
});

let server: ProductApp;
let configDir: string;
let keptFile: string;
beforeAll(async () => {
  server = await startProduct({ files: shipped });
  configDir = mkdtempSync(join(tmpdir(), 'hakbang-seed-'));
  keptFile = `${configDir}.kept`;
});
beforeEach(async () => void (await server.publish(shipped)));
afterAll(async () => {
  rmSync(configDir, { recursive: true, force: true });
  rmSync(keptFile, { force: true });
  await server.close();
});

/** Starts a demo with these files and this number of applications in progress. */
async function startWith(files: readonly SourceFile[], applications = 0, always = true, kept?: KeptStart): Promise<string | undefined> {
  writeSources(configDir, files, { replace: true });
  const rehearse = async () => ({ held: 0, migrated: 0, askedAgain: 0, restarted: 0, pinned: applications, unmet: {} });
  const publish = async (release: Release) =>
    void (await publishRelease(server.deps, {
      application: 'main',
      release,
      by: 'files',
      kind: 'seed',
      authority: { is: 'exempt' },
      rehearse,
    }));
  return seedReleases(server.table, { configDir, registry, always, kept, rehearse, publish });
}
const active = () => server.table.activeHash();

test('K04 a start publishes changed files, and nothing in production', async () => {
  const before = await active();
  expect(await startWith(rerouted, 0, false)).toBeUndefined();
  expect(await active()).toBe(before);
  expect(await startWith(rerouted)).toBeUndefined();
  expect(await active()).not.toBe(before);
});

test('K04 a start compiles the files of the active release once, and again for other code', async () => {
  const compiled: string[] = [];
  const keptBy = (code: string): KeptStart => {
    const { checks, releaseOf, keep } = keptStart(keptFile, code);
    return {
      checks,
      releaseOf,
      keep: (files, release) => {
        compiled.push(release);
        keep(files, release);
      },
    };
  };
  const before = await active();
  await startWith(rerouted, 0, true, keptBy('1'));
  const changed = await active();
  expect(changed).not.toBe(before);
  await startWith(rerouted, 0, true, keptBy('1'));
  expect(compiled).toEqual([changed]);
  await startWith(rerouted, 0, true, keptBy('2'));
  expect(compiled).toEqual([changed, changed]);

  await server.publish(shipped);
  await startWith(rerouted, 0, true, keptBy('2'));
  expect(compiled).toHaveLength(3);
  expect(await active()).toBe(changed);
});

test('K04 a start after an edit repeats only the checks that it affects, and all of them for other code', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'hakbang-kept-'));
  const startBy = async (code: string, files: readonly SourceFile[]) => {
    const counts = { reused: 0, repeated: 0 };
    const { checks, releaseOf, keep } = keptStart(join(dir, 'main'), code);
    const counted: KeptStart['checks'] = () => {
      const { verdicts, empty } = checks();
      const has = (digest: string) => {
        const found = empty.has(digest);
        counts[found ? 'reused' : 'repeated'] += 1;
        return found;
      };
      return { verdicts, empty: { ...empty, has } };
    };
    await startWith(files, 0, true, { checks: counted, releaseOf, keep });
    return counts;
  };
  const first = await startBy('1', shipped);
  expect(first.reused).toBe(0);
  const afterEdit = await startBy('1', rerouted);
  expect(afterEdit.repeated).toBeGreaterThan(0);
  expect(afterEdit.repeated).toBeLessThan(first.repeated / 2);
  const unreadable = edited<{ clickGuardMs: string }>(shipped, 'flows/settings.json', (settings) => void (settings.clickGuardMs = 'soon'));
  await expect(startBy('1', unreadable)).rejects.toThrow('flows/settings.json');
  expect((await startBy('2', shipped)).reused).toBe(0);
  rmSync(dir, { recursive: true, force: true });
});

test('K04 a start does not undo a rollback, and says how to publish', async () => {
  const good = (await active()) ?? '';
  const bad = await server.publish(rerouted);
  await server.table.activate(good, 'test', 'rollback');
  expect(await startWith(rerouted)).toBe(
    `Release ${good} stays active. Somebody rolled back to it, so the files of this folder wait. To publish them: npx hakbang publish`,
  );
  expect(await active()).toBe(good);
  await server.table.activate(bad.hash, 'test', 'publish');
  expect(await startWith(shipped)).toBeUndefined();
  expect(await active()).toBe(good);
});

test('R12 a start does not break applications in progress, and says what would break them', async () => {
  const before = await active();
  const said = await startWith(breaking, 1);
  expect(said).toContain(`Release ${before} stays active. The files of this folder would break applications in progress:`);
  expect(said).toContain('"nightShifts" is now required.');
  expect(said).toContain('npx hakbang publish --carry-over pin|restart');
  expect(await active()).toBe(before);
  expect(await startWith(breaking)).toBeUndefined();
  expect(await active()).not.toBe(before);
});
