import type { CompileResult, SourceFile } from '../compiler/types.ts';
import { formatText } from './frame.ts';
import type { CliDeps } from './types.ts';

export const formats = ['text', 'json'] as const;

/** Says what a compile found. */
export function tell(
  { diagnostics, release }: CompileResult,
  files: readonly SourceFile[],
  format: (typeof formats)[number],
  { out }: Pick<CliDeps, 'out'>,
): void {
  if (format === 'json') out(JSON.stringify({ release: release?.hash, diagnostics }, undefined, 2));
  else out(`${formatText(diagnostics, files)}${release ? ` Release ${release.hash}.` : ''}`);
}
