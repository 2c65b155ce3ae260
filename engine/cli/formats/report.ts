import type { Diagnostic, SourceFile } from '../../compiler/types.ts';
import type { Rules } from '../../config/rules/rule.ts';

/** What a command found, as every format tells it. */
export interface Report {
  /** Word of the command, e.g. check. */
  command: string;
  diagnostics: readonly Diagnostic[];
  /** The files that were looked at, for lines and fingerprints. */
  files: readonly SourceFile[];
  /** What the codes stand for. */
  rules: Rules;
  /** Hash of the release that the files make; absent with an error. */
  release?: string | undefined;
  /** Colour is for eyes: never in a file. */
  colour?: boolean;
}
