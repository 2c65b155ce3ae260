/** The first and last date, both inclusive, as YYYY-MM-DD. A missing one is unbounded. */
export interface DayRange {
  from?: string;
  until?: string;
}

/** In its own file, so that a browser does not load the schemas. */
export const isShownOn = (today: string, { from, until }: DayRange): boolean =>
  (from === undefined || from <= today) && (until === undefined || today <= until);
