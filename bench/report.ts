/** The same form, implemented four ways. `floor` is React by hand, `rhf` react-hook-form by hand, `rjsf` plain @rjsf/core. */
export const peers = ['floor', 'rhf', 'rjsf', 'hakbang'] as const;
export type Peer = (typeof peers)[number];

/** A figure's goal: its text, the number it is compared with, and the verdict. */
export interface Goal {
  text: string;
  actual: number;
  met: boolean;
}

/** One row of the table. The peers' values have the same unit as ours. */
export interface Figure {
  what: string;
  unit: string;
  hakbang: number;
  floor?: number;
  rhf?: number;
  rjsf?: number;
  goal?: Goal;
}

export const atMost = (limit: number, actual: number, unit = ''): Goal => ({
  text: `≤ ${limit}${unit}`,
  actual,
  met: actual <= limit,
});

export const atLeast = (limit: number, actual: number, unit = ''): Goal => ({
  text: `≥ ${limit}${unit}`,
  actual,
  met: actual >= limit,
});

/** Our value as a multiple of a peer's. */
export function ratioGoal(limit: number, ours: number, theirs: number, name: string): Goal {
  return atMost(limit, ours / theirs, ` × ${name}`);
}

const digits = (value: number) => (Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2);

/** Formats a number for the table. */
export function show(value: number | undefined): string {
  if (value === undefined || Number.isNaN(value)) return '';
  return value.toLocaleString('en', { maximumFractionDigits: digits(value), minimumFractionDigits: digits(value) });
}

function row(figure: Figure): string[] {
  const ratio = (peer: number | undefined) => (peer ? `${show(figure.hakbang / peer)} ×` : '');
  const goal = figure.goal ? `${show(figure.goal.actual)} (${figure.goal.text}) ${figure.goal.met ? 'met' : 'MISSED'}` : '';
  const values = [figure.floor, figure.rhf, figure.rjsf, figure.hakbang].map(show);
  return [figure.what, figure.unit, ...values, ratio(figure.rhf), ratio(figure.rjsf), goal];
}

const head = ['what', 'unit', 'floor', 'rhf', 'rjsf', 'hakbang', '/ rhf', '/ rjsf', 'goal'];

/** Prints figures as an aligned table without empty columns. */
export function printFigures(figures: readonly Figure[]): void {
  const rows = [head, ...figures.map(row)];
  const filled = head.map((_, column) => rows.slice(1).some((cells) => cells[column] !== ''));
  const widths = head.map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)));
  const alignLeft = new Set([0, 1, head.length - 1]);
  for (const cells of rows) {
    const line = cells
      .map((cell, column) => (alignLeft.has(column) ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .filter((_, column) => filled[column]);
    console.log(`  ${line.join('  ')}`.trimEnd());
  }
}
