import { join } from 'node:path';
import { readSources } from '../../../engine/cli/sources.ts';
import { createCompiler } from '../../../engine/compiler/index.ts';
import type { CompileResult, Diagnostic, Release } from '../../../engine/compiler/types.ts';
import type { Registry } from '../../../engine/config/definitions.ts';
import { compressQuickly } from './compress.ts';
import { loadedRelease } from './loaded.ts';
import { loadPinned, readyRelease } from './ready.ts';
import { watchFolders } from './watchFolders.ts';
import type { LoadedRelease, ReleaseService, ReleaseTable, StoredPart } from './types.ts';

/** Event for a browser in development: a new release, or the errors that prevent one. */
export type DevEvent = { release: string } | { diagnostics: Diagnostic[] };

export interface WatchedReleases extends ReleaseService {
  /** Calls the listener on each change, and immediately with the current state. Returns a function that unsubscribes. */
  subscribe(listener: (event: DevEvent) => void): () => void;
}

export interface WatchOptions {
  configDir: string;
  registry: Registry;
  /** Stores pinned releases, so that they survive restarts. */
  table: ReleaseTable;
  /** Hashes of pinned releases; none by default. */
  pinned?: () => Promise<string[]>;
  log: { info(details: object, message: string): void; error(details: object, message: string): void };
}

const configFolders = ['schemas', 'flows', 'locales'];

/**
 * Compiles releases from files on every save. If the files have errors, the last good release stays active.
 * Throws if the files do not compile at startup, because there is no release to serve.
 */
export async function watchedReleases(options: WatchOptions): Promise<WatchedReleases> {
  const { configDir, registry, table, log, pinned = async () => [] } = options;
  const compiler = createCompiler(registry);
  const releases = new Map<string, { release: Release; loaded: LoadedRelease }>();
  const stored = new Map<string, LoadedRelease>();
  const compressed = new Map<string, Promise<StoredPart>>();
  const listeners = new Set<(event: DevEvent) => void>();
  let latest: DevEvent = { diagnostics: [] };
  let active: LoadedRelease | undefined;

  const partBody = (name: string) =>
    [...releases.values()]
      .toReversed()
      .find(({ release }) => release.parts.has(name))
      ?.release.parts.get(name);
  async function part(name: string): Promise<StoredPart | undefined> {
    const body = partBody(name);
    if (!body) return table.part(name);
    const known = compressed.get(name) ?? compressQuickly(body);
    compressed.set(name, known);
    return known;
  }

  function take({ release, diagnostics }: CompileResult): DevEvent {
    if (!release) return { diagnostics: diagnostics.filter(({ severity }) => severity === 'error') };
    const known = releases.get(release.hash) ?? { release, loaded: loadedRelease(release.manifest, part) };
    releases.set(release.hash, known);
    active = known.loaded;
    return { release: release.hash };
  }

  async function recompile(): Promise<void> {
    const startMs = performance.now();
    latest = take(await compiler.compile(readSources(configDir)));
    const tookMs = Math.round(performance.now() - startMs);
    if ('release' in latest) log.info({ release: latest.release, tookMs }, 'configuration compiled');
    else
      log.error({ diagnostics: latest.diagnostics.map(inOneLine), tookMs }, 'configuration has errors; the last good release stays active');
    for (const listener of listeners) listener(latest);
  }

  /** Releases from before this start come from the table. */
  async function get(hash: string): Promise<LoadedRelease | undefined> {
    const known = releases.get(hash)?.loaded ?? stored.get(hash);
    if (known) return known;
    const found = await table.load(hash);
    if (!found) return undefined;
    const loaded = await readyRelease(loadedRelease(found.manifest, part));
    stored.set(hash, loaded);
    return loaded;
  }

  await recompile();
  if (!active)
    throw new Error(`the configuration does not compile:\n${'diagnostics' in latest ? latest.diagnostics.map(inOneLine).join('\n') : ''}`);
  await loadPinned({ pinned, warn: (message, details) => log.error(details, message) }, get);
  const stopWatching = watchFolders(
    configFolders.map((folder) => join(configDir, folder)),
    () => recompile().catch((error: unknown) => log.error({ err: error }, 'cannot compile')),
  );

  return {
    part,
    active: () => active as LoadedRelease,
    get,
    async keep(hash) {
      const known = releases.get(hash);
      if (known) await table.save(known.release, 'development');
    },
    policySince: async () => undefined,
    ready: async () => [],
    stop: async () => stopWatching(),
    subscribe(listener) {
      listeners.add(listener);
      listener(latest);
      return () => void listeners.delete(listener);
    },
  };
}

const inOneLine = ({ file, line, column, message }: Diagnostic) => `${file}:${line}:${column} ${message}`;
