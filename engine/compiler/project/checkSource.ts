import type { Registry } from '../../config/definitions.ts';
import { locate, type Finding } from '../diagnostics.ts';
import type { Diagnostic, SourceFile } from '../types.ts';
import { checkFile } from './readProject.ts';

/** A file outside the configuration, such as a scenario, checked against its meta-schema. */
export interface CheckedSource<T> {
  /** Undefined if the file does not have the shape of its kind. */
  value: T | undefined;
  diagnostics: Diagnostic[];
  locate: (finding: Finding) => Diagnostic;
}

/** Reads one file. A file of another kind gives a finding. */
export function checkSource<T>(file: SourceFile, kind: string, registry: Registry): CheckedSource<T> {
  const { document, diagnostics, entry } = checkFile(file, registry);
  const placed = (finding: Finding) => locate(document, finding);
  if (entry?.kind === kind) return { value: entry.value as T, diagnostics, locate: placed };
  const other = entry ? [placed({ code: 'unknown-kind', pointer: '/$schema', message: `This is a ${entry.kind}, not a ${kind}.` })] : [];
  return { value: undefined, diagnostics: [...diagnostics, ...other], locate: placed };
}
