import { compare } from '../../../engine/cli/compare.ts';
import { readSources } from '../../../engine/cli/sources.ts';
import type { Rehearsal } from '../../../engine/cli/types.ts';
import { checkRelease, createCompiler } from '../../../engine/compiler/index.ts';
import type { Diagnostic, Release, SourceFile } from '../../../engine/compiler/types.ts';
import type { Registry } from '../../../engine/config/definitions.ts';
import type { KeptStart } from './keptStart.ts';
import type { ReleaseTable } from './types.ts';

/** Thrown if the configuration does not compile. `diagnostics` lists the errors. */
export class ConfigurationError extends Error {
  override name = 'ConfigurationError';
  readonly diagnostics: readonly Diagnostic[];
  constructor(diagnostics: readonly Diagnostic[]) {
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    const lines = errors.map(({ file, line, column, message }) => `  ${file}:${line}:${column} ${message}`);
    super(`The configuration has ${errors.length} error(s):\n${lines.join('\n')}`);
    this.diagnostics = diagnostics;
  }
}

/** Compiles the configuration of a folder. Throws a ConfigurationError if it has errors. */
async function compiled(sources: readonly SourceFile[], registry: Registry, kept: KeptStart | undefined): Promise<Release> {
  const checks = kept?.checks();
  const { release, diagnostics } = await createCompiler(registry, checks?.verdicts, checks?.empty).compile(sources);
  checks?.empty.save();
  if (!release) throw new ConfigurationError(diagnostics);
  return release;
}

function sourcesIn(configDir: string): SourceFile[] {
  const sources = readSources(configDir);
  if (sources.length === 0) throw new Error(`${configDir} contains no configuration.`);
  return sources;
}

export interface Seeding {
  configDir: string;
  registry: Registry;
  /** Whether changed files are also published later, as in a demo. In production only `hakbang publish` changes the release. */
  always: boolean;
  /** If present, a start whose files match the active release skips compiling them, and another one checks only what changed. */
  kept?: KeptStart | undefined;
  /** Shows the effect on applications in progress. */
  rehearse: (next: Release) => Promise<Rehearsal>;
  /** Stores and activates the release. If another release has become active meanwhile, that one stays. */
  publish: (release: Release) => Promise<void>;
}

/**
 * Ensures that a release is active. Files seed an empty table (design §4). Changed files neither undo a rollback nor break applications in
 * progress: that takes `hakbang publish`, which shows what it breaks.
 *
 * @returns why the active release stays although the files differ, as text for the terminal
 */
export async function seedReleases(table: ReleaseTable, seeding: Seeding): Promise<string | undefined> {
  const { configDir, registry, always, kept, publish } = seeding;
  const active = await table.activeHash();
  if (active !== undefined && !always) return undefined;
  const sources = sourcesIn(configDir);
  if (active !== undefined && kept?.releaseOf(sources) === active) return undefined;
  const release = await compiled(sources, registry, kept);
  kept?.keep(sources, release.hash);
  if (release.hash === active) return undefined;
  const reason = active === undefined ? undefined : await reasonToKeep(active, release, table, seeding);
  if (active !== undefined && reason !== undefined) return `Release ${active} stays active. ${reason}`;
  await publish(release);
  return undefined;
}

async function reasonToKeep(
  hash: string,
  next: Release,
  table: ReleaseTable,
  { registry, rehearse }: Seeding,
): Promise<string | undefined> {
  const active = await table.load(hash);
  // The running code cannot serve the active release.
  if (!active || checkRelease(active.manifest, registry).length > 0) return undefined;
  if ((await table.activeKind()) === 'rollback')
    return 'Somebody rolled back to it, so the files of this folder wait. To publish them: npx hakbang publish';
  const { open } = compare({ files: active.sources, hash }, { files: next.sources }, { registry });
  if (open.length === 0) return undefined;
  const { held, migrated, restarted, pinned } = await rehearse(next);
  if (held + migrated + restarted + pinned === 0) return undefined;
  const listed = open.slice(0, maxListed).map(({ message }) => `    ${message}`);
  const more = open.length > maxListed ? [`    and ${open.length - maxListed} more`] : [];
  return [
    'The files of this folder would break applications in progress:',
    ...listed,
    ...more,
    '  Write a migration in flows/carryOver.json, or decide: npx hakbang publish --carry-over pin|restart',
  ].join('\n');
}

const maxListed = 5;
