import type { Registry } from '../../config/definitions.ts';
import { locate, type Finding } from '../diagnostics.ts';
import type { Diagnostic, SourceFile } from '../types.ts';
import { checkFile } from './readProject.ts';

/** A file beside the configuration, e.g. a scenario, read and held against its meta-schema. */
export interface CheckedSource<T> {
  /** Undefined when the file has not the shape of its kind. */
  value: T | undefined;
  diagnostics: Diagnostic[];
  /** Places a finding in the file. */
  locate: (finding: Finding) => Diagnostic;
}

/** Reads one file of a kind; one of another kind is a finding. */
export function checkSource<T>(file: SourceFile, kind: string, registry: Registry): CheckedSource<T> {
  const { document, diagnostics, entry } = checkFile(file, registry);
  const placed = (finding: Finding) => locate(document, finding);
  if (entry?.kind === kind) return { value: entry.value as T, diagnostics, locate: placed };
  const other = entry ? [placed({ code: 'unknown-kind', pointer: '/$schema', message: `This is a ${entry.kind}, not a ${kind}.` })] : [];
  return { value: undefined, diagnostics: [...diagnostics, ...other], locate: placed };
}
