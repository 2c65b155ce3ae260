import { rulesOf } from '../compiler/index.ts';
import type { CompileResult, Diagnostic, SourceFile } from '../compiler/types.ts';
import { UsageError } from './arguments.ts';
import { render, type Format } from './formats/index.ts';
import type { CliDeps } from './types.ts';

/** What to tell, and where. */
export interface Telling {
  format: Format;
  /** File that it is written to instead, from the project's root. */
  output?: string | undefined;
  /** Word of the command, by default check. */
  command?: string;
}

/** Says what a compile found, in text. */
export function tell({ diagnostics, release }: CompileResult, files: readonly SourceFile[], format: Format, deps: CliDeps): void {
  report({ diagnostics, files, release: release?.hash }, { format }, deps);
}

/**
 * Reports findings in any format, on the screen or into a file.
 *
 * @param found files are those that the findings stand in: lines and fingerprints are taken from them
 */
export function report(
  found: { diagnostics: readonly Diagnostic[]; files: readonly SourceFile[]; release?: string | undefined },
  { format, output, command = 'check' }: Telling,
  deps: CliDeps,
): void {
  const told = { ...found, command, rules: rulesOf(deps.registry) };
  if (output === undefined) return deps.out(render(format, { ...told, colour: deps.colour ?? false }));
  beside(deps).write(output, `${render(format, told)}\n`);
  // The file is for machines; who waits is told how it went.
  deps.out(
    render('text', { ...told, diagnostics: told.diagnostics.filter(({ severity }) => severity !== 'info'), colour: deps.colour ?? false }),
  );
}

/** Files beside the configuration. */
export function beside(deps: CliDeps): NonNullable<CliDeps['beside']> {
  if (!deps.beside) throw new UsageError('There is no place for files here.');
  return deps.beside;
}
