/** Where the product's days begin and end. */
export const timeZone = 'Asia/Manila';

/**
 * Today in Manila. The server's word counts; the device's clock only says that midnight has passed since. A device whose
 * clock is days off therefore still sees the right day.
 */
export function createToday(serverDay: string, now: () => Date = () => new Date()): () => string {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  const dayNumber = (day: string) => Date.parse(`${day}T00:00:00Z`) / 86_400_000;
  const begun = dayNumber(format.format(now()));
  return () => {
    const passed = dayNumber(format.format(now())) - begun;
    return passed === 0 ? serverDay : new Date((dayNumber(serverDay) + passed) * 86_400_000).toISOString().slice(0, 10);
  };
}
