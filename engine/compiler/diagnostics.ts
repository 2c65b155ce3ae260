import { engineRules, type RuleCode } from '../config/rules/index.ts';
import type { Severity } from '../config/rules/rule.ts';
import type { Replacement } from '../expression/index.ts';
import { editsFor } from './edits.ts';
import type { SourceDocument } from './project/document.ts';
import type { Diagnostic } from './types.ts';

/** A code of a kind that the product has registered; its rule stands in `registry.rules`. */
export type ProductCode = string & { readonly ofProduct: true };

/** A finding before its place is worked out. `at` says what the pointer's node is looked at for: its value or its key. */
export interface Finding {
  code: RuleCode | ProductCode;
  message: string;
  pointer: string;
  /** By default that of the rule. */
  severity?: Severity;
  at?: 'key' | 'value';
  /** Characters into the string that the pointer leads to, for findings inside expressions. */
  within?: number;
  /** Characters into the file, where no pointer tells the place. */
  offset?: number;
  /** What to do, in words. */
  fix?: string | undefined;
  /** What mends it without asking: another name in this place, */
  instead?: Replacement;
  /** or nothing in this place, */
  remove?: true;
  /** or a value where there is none: a property that is to stand first, `/order/-` for one more item. */
  insert?: { pointer: string; value: unknown };
  witness?: unknown;
}

/** Places findings in a document: line and column, both 1-based. */
export function locate(document: SourceDocument, finding: Finding): Diagnostic {
  const { code, message, pointer, at, within, offset, fix, witness } = finding;
  const severity = severityOf(finding);
  const edits = editsFor(document, finding);
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
    ...(edits.length > 0 && { edits }),
    ...(witness !== undefined && { witness }),
  };
}

/** The severity of a finding: its own, or that of its rule. */
export function severityOf({ code, severity }: Pick<Finding, 'code' | 'severity'>): Severity {
  if (severity) return severity;
  const rule = Object.hasOwn(engineRules, code) ? engineRules[code as RuleCode] : undefined;
  return rule?.severity ?? 'error';
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
