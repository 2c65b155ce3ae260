/** Where the product's days begin and end. */
export const timeZone = 'Asia/Manila';

const dayMs = 86_400_000;
/** UTC+8 and no summer time since 1978. Asking Intl loads its tables of zones, a third of what the page's own start took (bench/). */
const utcOffsetMs = 8 * 3_600_000;

const dayNumberAt = (time: Date) => Math.floor((time.getTime() + utcOffsetMs) / dayMs);

/** Today in Manila by the device's clock, for a page that came without the server's word. */
export const deviceDay = (now = new Date()): string => new Date(dayNumberAt(now) * dayMs).toISOString().slice(0, 10);

/**
 * Today in Manila. The server's word counts; the device's clock only says that midnight has passed since. A device whose
 * clock is days off therefore still sees the right day.
 */
export function createToday(serverDay: string, now: () => Date = () => new Date()): () => string {
  const dayNumber = () => dayNumberAt(now());
  const begun = dayNumber();
  return () => {
    const passed = dayNumber() - begun;
    return passed === 0 ? serverDay : new Date(Date.parse(serverDay) + passed * dayMs).toISOString().slice(0, 10);
  };
}
