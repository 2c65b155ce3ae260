/** Formats values for the terminal. Borrowers' input is stripped of control characters, which could rewrite the screen. */
type Row = Readonly<Record<string, unknown>>;

// oxlint-disable-next-line no-control-regex -- these characters are stripped
const control = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

function cell(name: string, value: unknown): string {
  if (value === undefined || value === null) return '';
  if (name.endsWith('Cents') && typeof value === 'number') return pesos(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.replace(control, '·');
}

/** ₱5,000.00 */
export const pesos = (cents: number): string =>
  `₱${Math.trunc(cents / 100).toLocaleString('en')}.${String(Math.abs(cents % 100)).padStart(2, '0')}`;

/** Formats rows as a table with column names. */
export function table(rows: readonly Row[]): string {
  if (rows.length === 0) return 'Nothing.';
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = [names, ...rows.map((row) => names.map((name) => cell(name, row[name])))];
  const widths = names.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Formats an object, one line per value. Nested values are indented. */
export function record(value: Row, indent = ''): string {
  return Object.entries(value)
    .map(([name, each]) => {
      if (Array.isArray(each) && each.every((item) => typeof item === 'object' && item !== null)) {
        return `${indent}${name}\n${table(each as Row[]).replace(/^/gm, `${indent}  `)}`;
      }
      if (typeof each === 'object' && each !== null && !Array.isArray(each))
        return `${indent}${name}\n${record(each as Row, `${indent}  `)}`;
      return `${indent}${name}: ${cell(name, each)}`;
    })
    .join('\n');
}
