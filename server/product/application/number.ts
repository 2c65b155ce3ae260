/** Eight digits of the id, its random end, in two groups: `A-4D2B-763C`. Enough to find it by, and short enough to read out. */
export const numberOf = (id: string): string => `A-${id.slice(-8, -4)}-${id.slice(-4)}`.toUpperCase();

/** The end of the id behind an application's number, however it was typed; undefined for any other text. */
export function idEndOf(text: string): string | undefined {
  const [, first, second] = /^a[\s-]*([0-9a-f]{4})[\s-]*([0-9a-f]{4})$/i.exec(text.trim()) ?? [];
  return first && second && `${first}${second}`.toLowerCase();
}
