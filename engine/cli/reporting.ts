import { rulesOf } from '../compiler/severities.ts';
import type { CompileResult, Diagnostic, SourceFile } from '../compiler/types.ts';
import { UsageError } from './arguments.ts';
import { render, type Format } from './formats/index.ts';
import { projectConfigFile } from './sources.ts';
import type { CliDeps } from './types.ts';

/** Where and how to report. */
export interface ReportOptions {
  format: Format;
  /** Writes to this file instead, relative to the project's root. */
  output?: string | undefined;
  /** The name of the command. Default: check. */
  command?: string;
}

/** Prints the result of a compile as text. */
export function reportCompile({ diagnostics, release }: CompileResult, files: readonly SourceFile[], format: Format, deps: CliDeps): void {
  report({ diagnostics, files, release: release?.hash }, { format }, deps);
}

/**
 * Reports findings in any format, on the screen or to a file.
 *
 * @param found its `files` must include every file with a finding, for lines and fingerprints
 */
export function report(
  found: { diagnostics: readonly Diagnostic[]; files: readonly SourceFile[]; release?: string | undefined },
  { format, output, command = 'check' }: ReportOptions,
  deps: CliDeps,
): void {
  const full = { ...found, command, rules: rulesOf(deps.registry) };
  if (output === undefined) return deps.out(render(format, { ...full, colour: deps.colour ?? false }));
  beside(deps).write(output, `${render(format, full)}\n`);
  // The file is for programs, so the terminal also gets a summary.
  deps.out(
    render('text', { ...full, diagnostics: full.diagnostics.filter(({ severity }) => severity !== 'info'), colour: deps.colour ?? false }),
  );
}

/** The findings of another application, with paths from the project's root. */
export function fromRoot(folder: string, { files, diagnostics }: Found): Found {
  return {
    files: files.map((file) => ({ ...file, path: `${folder}/${file.path}` })),
    diagnostics: diagnostics.map((found) => ({
      ...found,
      file: found.file === projectConfigFile ? found.file : `${folder}/${found.file}`,
    })),
  };
}

interface Found {
  files: readonly SourceFile[];
  diagnostics: readonly Diagnostic[];
}

/** Access to files outside the configuration. */
export function beside(deps: CliDeps): NonNullable<CliDeps['beside']> {
  if (!deps.beside) throw new UsageError('This command cannot access files here.');
  return deps.beside;
}
