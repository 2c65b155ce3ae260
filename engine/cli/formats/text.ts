import { styleText } from 'node:util';
import type { Diagnostic, SourceFile } from '../../compiler/types.ts';

type Style = Parameters<typeof styleText>[0];
type Paint = (style: Style, text: string) => string;

const styles: Record<Diagnostic['severity'], Style> = { error: ['bold', 'red'], warning: ['bold', 'yellow'], info: 'cyan' };
const colourful: Paint = (style, text) => styleText(style, text, { validateStream: false });
const plain: Paint = (_, text) => text;

/**
 * Renders diagnostics for people: the place, the mistake, the line with a caret below it, and the fix. Terminals and editors make a
 * place `file:line:column` clickable.
 */
export function formatText(diagnostics: readonly Diagnostic[], files: readonly SourceFile[], { colour = false } = {}): string {
  const paint = colour ? colourful : plain;
  const lines = new Map<string, string[]>();
  const linesOf = (file: string): string[] | undefined => {
    const known = lines.get(file) ?? files.find(({ path }) => path === file)?.text.split('\n');
    if (known) lines.set(file, known);
    return known;
  };
  const blocks = diagnostics.map((each) =>
    [heading(each, paint), ...frame(each, linesOf(each.file), paint), ...hint(each, paint)].join('\n'),
  );
  return [...blocks, summary(diagnostics)].join('\n\n');
}

function heading({ file, line, column, severity, code, message }: Diagnostic, paint: Paint): string {
  return `${paint('underline', `${file}:${line}:${column}`)} ${paint(styles[severity], severity)} ${paint('dim', code)}\n  ${message}`;
}

function hint({ fix, edits }: Diagnostic, paint: Paint): string[] {
  if (fix === undefined) return [];
  return [`  ${paint('green', edits ? `${fix} (run with --fix)` : fix)}`];
}

const widest = 160;

/** The line with a caret under the column. A long line is cut around it. */
function frame({ line, column, severity }: Diagnostic, lines: readonly string[] | undefined, paint: Paint): string[] {
  const source = severity === 'info' ? undefined : lines?.[line - 1];
  if (source === undefined || source.trim() === '') return [];
  const from = Math.max(0, Math.min(column - 1 - widest / 2, source.length - widest));
  const gutter = `${line} | `;
  return [
    `  ${paint('dim', gutter)}${source.slice(from, from + widest)}`,
    `  ${' '.repeat(gutter.length + column - 1 - from)}${paint(styles[severity], '^')}`,
  ];
}

export function summary(diagnostics: readonly Diagnostic[]): string {
  const count = (severity: Diagnostic['severity']) => diagnostics.filter((each) => each.severity === severity).length;
  return `${counted(count('error'), 'error')}, ${counted(count('warning'), 'warning')}.`;
}

/** @example counted(1, 'warning') === '1 warning' */
export const counted = (number: number, word: string): string => `${number} ${word}${number === 1 ? '' : 's'}`;
