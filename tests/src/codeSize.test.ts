import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { Release } from '../../engine/compiler/types.ts';
import { loadedRelease } from '../../server/modules/release/loaded.ts';
import { type BuildManifest, chunkFinder } from '../../server/modules/web/chunks.ts';
import { ticketFor } from '../../server/modules/web/tickets.ts';
import { shippedRelease } from '../config/shipped.ts';
import { root } from '../support/root.ts';

const gzippedKb = (text: string) => gzipSync(text, { level: 9 }).length / 1024;

/** Code of the build by address. */
let code: ReadonlyMap<string, string>;
let manifest: BuildManifest;
let release: Release;

beforeAll(async () => {
  // Vite builds React as it is told here, and vitest says `test`.
  vi.stubEnv('NODE_ENV', 'production');
  const built = await build({ root, logLevel: 'error', build: { write: false } }).finally(() => vi.unstubAllEnvs());
  const { output } = (Array.isArray(built) ? built[0] : built) as Rolldown.RolldownOutput;
  code = new Map(output.flatMap((file) => (file.type === 'chunk' ? [[`/${file.fileName}`, file.code] as const] : [])));
  const found = output.find(({ fileName }) => fileName === '.vite/manifest.json');
  manifest = JSON.parse(found?.type === 'asset' ? String(found.source) : '{}') as BuildManifest;
  release = await shippedRelease();
}, 60_000);

/** The entry and all that it imports. */
function entryFiles(): string[] {
  const files = new Set<string>();
  const add = (source: string) => {
    const file = `/${manifest[source]?.file ?? ''}`;
    if (files.has(file)) return;
    files.add(file);
    manifest[source]?.imports?.forEach(add);
  };
  add('index.html');
  return [...files];
}

/** Gzipped kilobytes of JavaScript that a visitor's browser fetches to show a path: of the build and of the release. */
async function scriptKb(path: string): Promise<number> {
  const part = (name: string) => release.parts.get(name);
  const ticket = await ticketFor(
    loadedRelease(release.manifest, async (name) => part(name)),
    path,
    'en',
  );
  const forms = Object.values(ticket.forms).map(({ module }) => module);
  const modules = [`/r/${release.manifest.navigationExpressions}`, ticket.expressions, ticket.flow?.expressions, ...forms];
  const parts = modules.flatMap((address) => (address === undefined ? [] : [part(address.replace('/r/', ''))?.body ?? '']));
  const files = [...entryFiles(), ...chunkFinder(manifest)(ticket).modules].map((file) => code.get(file) ?? '');
  return [...files, ...parts].map(gzippedKb).reduce((sum, kb) => sum + kb, 0);
}

// What a page may weigh on a slow connection, all told. `npm run bench` measures the same in a browser.
describe('the JavaScript that comes', () => {
  test('with the first screen weighs at most 130 KB, gzipped', async () => {
    expect(await scriptKb('/start')).toBeLessThanOrEqual(130);
  });

  test('with the first form weighs at most 175 KB, gzipped', async () => {
    expect(await scriptKb('/login')).toBeLessThanOrEqual(175);
  });
});
