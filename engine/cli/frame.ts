import type { Diagnostic, SourceFile } from '../compiler/types.ts';

const severities: Record<Diagnostic['severity'], string> = { error: 'error', warning: 'warning', info: 'info' };

/**
 * Diagnostics to be read by people: place, what is wrong, the line with a mark below it, what to do.
 * The place is written `file:line:column`, which terminals and editors make clickable.
 */
export function formatText(diagnostics: readonly Diagnostic[], files: readonly SourceFile[]): string {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const blocks = diagnostics.map((each) => [heading(each), ...frame(each, texts.get(each.file)), ...hint(each)].join('\n'));
  return [...blocks, summary(diagnostics)].join('\n\n');
}

function heading({ file, line, column, severity, code, message }: Diagnostic): string {
  return `${file}:${line}:${column} ${severities[severity]} ${code}\n  ${message}`;
}

function hint({ fix }: Diagnostic): string[] {
  return fix === undefined ? [] : [`  ${fix}`];
}

const widest = 160;

/** The line and a caret under the column; a long line is cut around it. */
function frame({ line, column, severity }: Diagnostic, text: string | undefined): string[] {
  const source = severity === 'info' ? undefined : text?.split('\n')[line - 1];
  if (source === undefined || source.trim() === '') return [];
  const from = Math.max(0, Math.min(column - 1 - widest / 2, source.length - widest));
  const gutter = `${line} | `;
  return [`  ${gutter}${source.slice(from, from + widest)}`, `  ${' '.repeat(gutter.length + column - 1 - from)}^`];
}

export function summary(diagnostics: readonly Diagnostic[]): string {
  const count = (severity: Diagnostic['severity']) => diagnostics.filter((each) => each.severity === severity).length;
  const said = (number: number, word: string) => `${number} ${word}${number === 1 ? '' : 's'}`;
  return `${said(count('error'), 'error')}, ${said(count('warning'), 'warning')}.`;
}
