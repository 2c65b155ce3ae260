import { engineRules, type RuleCode } from '../config/rules/index.ts';
import { nameRules } from '../config/rules/names.ts';
import type { Severity } from '../config/rules/rule.ts';
import type { Replacement } from '../expression/index.ts';
import { editsFor } from './edits.ts';
import type { SourceDocument } from './project/document.ts';
import type { Diagnostic } from './types.ts';

/** The code of a rule that the product registered in `registry.rules`. */
export type ProductCode = string & { readonly ofProduct: true };

/** A finding before its line and column are known. `at` selects the key or the value at the pointer. */
export interface Finding {
  code: RuleCode | ProductCode;
  message: string;
  pointer: string;
  /** Default: the severity of the rule. */
  severity?: Severity;
  at?: 'key' | 'value';
  /** Offset in characters within the string at the pointer, for findings inside expressions. */
  within?: number;
  /** Offset in characters within the file, for findings without a pointer. */
  offset?: number;
  /** Advice for the author. */
  fix?: string | undefined;
  /** An automatic fix: replace a name at this place. */
  instead?: Replacement;
  /** An automatic fix: remove the node at this place. */
  remove?: true;
  /** Removed together with the node: the same text in other languages. */
  also?: readonly { document: SourceDocument; pointer: string }[];
  /** An automatic fix: delete the file. */
  removeFile?: true;
  /** An automatic fix: insert a value. A property goes first in its object; `/order/-` appends an item. */
  insert?: { pointer: string; value: unknown };
  witness?: unknown;
}

/** Resolves a finding to a line and a column, both 1-based. */
export function locate(document: SourceDocument, found: Finding): Diagnostic {
  const finding = { ...found, pointer: document.written(found.pointer) };
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

export function severityOf({ code, severity }: Pick<Finding, 'code' | 'severity'>): Severity {
  if (severity) return severity;
  const rule = Object.hasOwn(engineRules, code) ? engineRules[code as RuleCode] : undefined;
  return rule?.severity ?? 'error';
}

const order: Record<Severity, number> = { error: 0, warning: 1, info: 2 };

/** Sorts by severity, then by position, so that reports are stable between runs. */
export function sortDiagnostics(diagnostics: Diagnostic[]): Diagnostic[] {
  return diagnostics.sort(
    (a, b) =>
      order[a.severity] - order[b.severity] ||
      (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line || a.column - b.column || (a.code < b.code ? -1 : 1)),
  );
}

/** Rules about names of whole files. Two references to the same unknown file are one fault: the file was deleted or renamed. */
const ofFiles = new Set(
  ['form', 'screen', 'flow', 'enum', 'life-cycle', 'document', 'content', 'route', 'reference'].map((name) => `unknown-${name}`),
);

/** More references than this to any other unknown name are one fault. */
const mostAlike = 3;

/** Merges many unused texts of one file into one finding with all edits. Expects sorted findings. */
export function groupUnused(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const byFile = Map.groupBy(diagnostics, ({ code, file }) => (code === 'unused-key' ? file : ''));
  return diagnostics.flatMap((each): Diagnostic[] => {
    const group = each.code === 'unused-key' ? (byFile.get(each.file) ?? []) : [];
    if (group.length <= mostAlike) return [each];
    if (group[0] !== each) return [];
    const message = `${each.message} ${group.length - 1} more texts in this file are unused.`;
    return [{ ...each, message, edits: group.flatMap(({ edits = [] }) => edits) }];
  });
}

/** Merges findings about a name with many references into one at the first reference, with all edits. Expects sorted findings. */
export function groupNames(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const alike = Map.groupBy(diagnostics, ({ code, message }) =>
    Object.hasOwn(nameRules, code) || ofFiles.has(code) ? `${code} ${message}` : '',
  );
  const isMany = (each: Diagnostic) => (alike.get(`${each.code} ${each.message}`)?.length ?? 0) > (ofFiles.has(each.code) ? 1 : mostAlike);
  return diagnostics.flatMap((each): Diagnostic[] => {
    const group = alike.get(`${each.code} ${each.message}`) ?? [];
    if (!isMany(each)) return [each];
    if (group[0] !== each) return [];
    const edits = group.flatMap((one) => one.edits ?? []);
    const files = new Set(group.map(({ file }) => file)).size;
    const message = `${each.message} ${group.length} places in ${files} ${files === 1 ? 'file' : 'files'} refer to it.`;
    return [{ ...each, message, ...(edits.length > 0 && { edits }) }];
  });
}

export interface Located {
  document: SourceDocument;
  finding: Finding;
}

/** Identifies the place of a finding, to detect two findings about the same place. */
export const placeOf = ({ document, finding }: Located): string => `${document.path} ${finding.pointer}`;
