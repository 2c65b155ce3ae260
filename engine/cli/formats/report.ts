import type { Diagnostic, SourceFile } from '../../compiler/types.ts';
import type { Rules } from '../../config/rules/rule.ts';

/** The findings of a command, in the form that every format renders. */
export interface Report {
  /** The name of the command, for example check. */
  command: string;
  diagnostics: readonly Diagnostic[];
  /** The checked files, for their lines and fingerprints. */
  files: readonly SourceFile[];
  /** The rules by code. */
  rules: Rules;
  /** Hash of the resulting release. Absent if there is an error. */
  release?: string | undefined;
  /** Colours are for terminals, never for files. */
  colour?: boolean;
}
