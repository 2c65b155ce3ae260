/** Calendar days as texts `YYYY-MM-DD`, in UTC, so that no time zone shifts them. */
const dayMs = 86_400_000;

const at = (day: string): Date => new Date(`${day}T00:00:00Z`);
const written = (moment: Date): string => moment.toISOString().slice(0, 10);

export function plusDays(day: string, days: number): string {
  return written(new Date(at(day).getTime() + days * dayMs));
}

/** The day this many years before; 29 February becomes 1 March where the year has none, as an age counts. */
export function yearsBefore(day: string, years: number): string {
  const moment = at(day);
  moment.setUTCFullYear(moment.getUTCFullYear() - years);
  return written(moment);
}
