import { createHash } from 'node:crypto';
import type { Diagnostic, SourceFile } from '../compiler/types.ts';

/**
 * Computes an id for each finding that stays the same when lines move. It combines the rule, the file, the names in the pointer and the
 * text of the line. A counter distinguishes equal findings.
 */
export function fingerprintsOf(diagnostics: readonly Diagnostic[], files: readonly SourceFile[]): Map<Diagnostic, string> {
  const lines = new Map<string, string[]>();
  const lineOf = ({ file, line }: Diagnostic): string => {
    let known = lines.get(file);
    if (!known) lines.set(file, (known = files.find(({ path }) => path === file)?.text.split('\n') ?? []));
    return known[line - 1]?.trim() ?? '';
  };
  const seen = new Map<string, number>();
  const fingerprints = new Map<Diagnostic, string>();
  for (const each of diagnostics) {
    // List items can move, just as lines can.
    const names = each.pointer.replace(/\/\d+(?=\/|$)/g, '/*');
    const key = JSON.stringify([each.code, each.file, names, lineOf(each)]);
    const count = seen.get(key) ?? 0;
    seen.set(key, count + 1);
    fingerprints.set(each, createHash('sha256').update(`${key}${count}`).digest('hex').slice(0, 20));
  }
  return fingerprints;
}
