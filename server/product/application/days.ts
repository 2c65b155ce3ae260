const dayMs = 24 * 60 * 60 * 1000;
const utc = (day: string) => Date.parse(`${day}T00:00:00Z`);

/** Calendar day so many days after another, YYYY-MM-DD. */
export const addDays = (day: string, days: number): string => new Date(utc(day) + days * dayMs).toISOString().slice(0, 10);

/** Whole days from one calendar day to another; negative when it lies before. */
export const daysBetween = (from: string, to: string): number => Math.round((utc(to) - utc(from)) / dayMs);
