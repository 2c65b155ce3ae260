/** First and last day on which something is shown, both included, as YYYY-MM-DD; open where there is none. */
export interface DayRange {
  from?: string;
  until?: string;
}

/** Apart from the schema of the range, so that a browser need not load what describes schemas. */
export const isShownOn = (today: string, { from, until }: DayRange): boolean =>
  (from === undefined || from <= today) && (until === undefined || today <= until);
