import { readSources } from '../../../engine/cli/sources.ts';
import { compile } from '../../../engine/compiler/index.ts';
import type { Diagnostic, Release } from '../../../engine/compiler/types.ts';
import type { Registry } from '../../../engine/config/definitions.ts';
import type { ReleaseTable } from './types.ts';

/** The configuration does not compile. `diagnostics` lists the errors. */
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

/** Compiles the configuration in a folder. Throws a ConfigurationError. */
export async function compileFiles(configDir: string, registry: Registry): Promise<Release> {
  const { release, diagnostics } = await compile(readSources(configDir), registry);
  if (!release) throw new ConfigurationError(diagnostics);
  return release;
}

/**
 * Ensures that a release is active. Files seed an empty table (design §4). `always` also publishes changed files later, as a demo does.
 * Production changes releases only through `hakbang publish`.
 *
 * @returns the hash that was activated, or undefined if nothing changed
 */
export async function seedReleases(
  table: ReleaseTable,
  { configDir, registry, always }: { configDir: string; registry: Registry; always: boolean },
): Promise<string | undefined> {
  const active = await table.activeHash();
  if (active && !always) return undefined;
  const release = await compileFiles(configDir, registry);
  if (release.hash === active) return undefined;
  await table.save(release, 'files');
  await table.activate(release.hash, 'files', 'seed');
  return release.hash;
}
