/** A number is written as it is. Everything else is text, which a spreadsheet must not evaluate. */
export type CsvCell = string | number;

/** Characters that begin a formula, including their full-width forms. A tab or a line break can precede them. */
const runs = /^[=+\-@\t\r\n＝＋－＠]/u;

/** Prefixes text with an apostrophe, so that spreadsheets show it instead of evaluating it (OWASP, CSV injection). */
const cell = (value: CsvCell): string =>
  typeof value === 'number' ? String(value) : `"${(runs.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`;

/** Text of a cell that `csvFile` has written, without its apostrophe. */
export const cellText = (value: string): string => (value.startsWith("'") && runs.test(value.slice(1)) ? value.slice(1) : value);

const line = (cells: readonly CsvCell[]): string => `${cells.map(cell).join(',')}\r\n`;

/** A CSV file (RFC 4180). The byte order mark tells Excel that it is UTF-8. */
export async function* csvFile(headings: readonly string[], pages: AsyncIterable<readonly (readonly CsvCell[])[]>): AsyncGenerator<string> {
  yield `\uFEFF${line(headings)}`;
  for await (const rows of pages) yield rows.map(line).join('');
}
