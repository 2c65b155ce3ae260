import { withSeverities } from '../compiler/severities.ts';
import type { Diagnostic, SourceFile } from '../compiler/types.ts';
import type { ProjectConfig } from '../config/projectConfig.ts';
import { projectConfigFile } from './sources.ts';
import type { CliDeps } from './types.ts';

/** Reads hakbang.config.json. Returns an empty object if it is unreadable, because the compiler reports that. */
export function configOf(files: readonly SourceFile[]): Partial<ProjectConfig> {
  const text = files.find(({ path }) => path === projectConfigFile)?.text ?? '{}';
  try {
    return (JSON.parse(text) ?? {}) as Partial<ProjectConfig>;
  } catch {
    return {};
  }
}

/** Applies the project's severities to the findings of any command. */
export function asWanted(
  diagnostics: readonly Diagnostic[],
  files: readonly SourceFile[],
  { registry }: Pick<CliDeps, 'registry'>,
): Diagnostic[] {
  return withSeverities(diagnostics, configOf(files), registry);
}
