import type { MarkdownTable } from '../../../../engine/config/markdown.ts';
import type { Line } from './lines.ts';
import type { Paper, TextStyle } from './paper.ts';

const cellGap = 10;
const cellPadding = 2;
const body: TextStyle = { size: 9 };
const headStyle: TextStyle = { size: 9, style: 'bold' };

/** Writes a table over the full width and repeats its heading on each page. */
export function writeTable(paper: Paper, { head, rows, align }: MarkdownTable): void {
  const widths = columnWidths(paper, { head, rows });
  const heading = head.some((content) => content.length > 0)
    ? head.map((content, column) => paper.lines(content, headStyle, widths[column]))
    : undefined;
  const row = (cells: readonly Line[][], text: TextStyle) => {
    const top = paper.y + cellPadding;
    cells.forEach((lines, column) => {
      const left = paper.left + widths.slice(0, column).reduce((sum, width) => sum + width + cellGap, 0);
      lines.forEach((line, at) => {
        const indent = align[column] === 'end' ? (widths[column] ?? 0) - line.width : 0;
        paper.writeAt(line, text, left + indent, top + at * paper.lineHeight(text));
      });
    });
    paper.y += heightOf(paper, cells, text);
    paper.rule(paper.y);
  };
  const first = rows[0]?.map((content, column) => paper.lines(content, body, widths[column])) ?? [];
  // Keep the heading with the first row, so that it never ends a page alone.
  paper.room((heading ? heightOf(paper, heading, headStyle) : 0) + heightOf(paper, first, body));
  if (heading) row(heading, headStyle);
  for (const content of rows) {
    const cells = content.map((cell, column) => paper.lines(cell, body, widths[column]));
    const before = paper.y;
    paper.room(heightOf(paper, cells, body));
    if (heading && paper.y < before) row(heading, headStyle);
    row(cells, body);
  }
  paper.y += paper.lineHeight(body) * 0.6;
}

const heightOf = (paper: Paper, cells: readonly Line[][], text: TextStyle): number =>
  Math.max(1, ...cells.map((lines) => lines.length)) * paper.lineHeight(text) + 2 * cellPadding;

/**
 * Columns are as wide as their widest cell. With two columns the first takes the remaining width; with more, each gets a share. When the
 * table is too wide, the first column shrinks and its lines break.
 */
function columnWidths(paper: Paper, { head, rows }: Pick<MarkdownTable, 'head' | 'rows'>): number[] {
  const widest = (cells: readonly (Line[] | undefined)[]) => Math.max(0, ...cells.map((lines) => lines?.[0]?.width ?? 0));
  const natural = head.map((content, column) =>
    Math.max(
      widest([paper.lines(content, headStyle, Infinity)]),
      widest(rows.map((row) => paper.lines(row[column] ?? [], body, Infinity))),
    ),
  );
  const available = paper.width - cellGap * (natural.length - 1);
  const spare = available - natural.reduce((sum, width) => sum + width, 0);
  if (natural.length > 2 && spare > 0) return natural.map((width) => width + spare / natural.length);
  const others = natural.slice(1).reduce((sum, width) => sum + width, 0);
  const least = available / (natural.length + 1);
  if (available - others >= least) return [available - others, ...natural.slice(1)];
  // Too wide together: all columns shrink in proportion and break their lines.
  const scale = (available - least) / others;
  return [least, ...natural.slice(1).map((width) => width * scale)];
}
