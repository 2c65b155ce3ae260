import { withSeverities } from '../compiler/index.ts';
import type { Diagnostic, SourceFile } from '../compiler/types.ts';
import type { ProjectConfig } from '../config/projectConfig.ts';
import { projectConfigFile } from './sources.ts';
import type { CliDeps } from './types.ts';

/** What the configuration says of itself; nothing where that cannot be read: the compiler tells what is wrong with it. */
export function configOf(files: readonly SourceFile[]): Partial<ProjectConfig> {
  const text = files.find(({ path }) => path === projectConfigFile)?.text ?? '{}';
  try {
    return (JSON.parse(text) ?? {}) as Partial<ProjectConfig>;
  } catch {
    return {};
  }
}

/** Findings of any command, as severe as the project wants them. */
export function asWanted(diagnostics: readonly Diagnostic[], files: readonly SourceFile[], { registry }: CliDeps): Diagnostic[] {
  return withSeverities(diagnostics, configOf(files), registry);
}
