import type { SourceDocument } from './read/document.ts';
import type { Diagnostic } from './types.ts';

export type Severity = Diagnostic['severity'];

/** A finding before its place is worked out. `at` says what the pointer's node is looked at for: its value or its key. */
export interface Finding {
  code: string;
  message: string;
  pointer: string;
  severity?: Severity;
  at?: 'key' | 'value';
  /** Characters into the string that the pointer leads to, for findings inside expressions. */
  within?: number;
  /** Characters into the file, where no pointer tells the place. */
  offset?: number;
  fix?: string | undefined;
  witness?: unknown;
}

/** Places findings in a document: line and column, both 1-based. */
export function locate(document: SourceDocument, finding: Finding): Diagnostic {
  const { code, message, pointer, severity = 'error', at, within, offset, fix, witness } = finding;
  const { line, column } = document.position(offset ?? document.offset(pointer, at ?? 'value', within));
  return {
    code,
    severity,
    file: document.path,
    line,
    column,
    pointer,
    message,
    ...(fix !== undefined && { fix }),
    ...(witness !== undefined && { witness }),
  };
}

const order: Record<Severity, number> = { error: 0, warning: 1, info: 2 };

/** By severity, then by place, so that reports are stable from run to run. */
export function sortDiagnostics(diagnostics: Diagnostic[]): Diagnostic[] {
  return diagnostics.sort(
    (a, b) =>
      order[a.severity] - order[b.severity] ||
      (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line || a.column - b.column || (a.code < b.code ? -1 : 1)),
  );
}

/** A finding and the file it is in. */
export interface Located {
  document: SourceDocument;
  finding: Finding;
}
