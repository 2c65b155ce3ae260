/** A list reads one row more than its page, to detect a next page. */
export const pageSize = 50;

/** The rows of a page, and the cursor for the next one, if any. */
export function pageOf<Row extends { id: string }>(rows: readonly Row[]): { shown: readonly Row[]; more: { next?: string } } {
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  return { shown, more: rows.length > pageSize && last ? { next: last.id } : {} };
}

/** Whether a text in a cursor is a moment as `toISOString` writes it. The database cannot read every other date. */
export function isMoment(text: string): boolean {
  const time = Date.parse(text);
  return /^(?!0000)\d{4}-/.test(text) && !Number.isNaN(time) && new Date(time).toISOString() === text;
}
