/** The last eight hex digits of the id, which are random, in two groups: `A-4D2B-763C`. Short enough to read out. */
export const numberOf = (id: string, prefix = 'A'): string => `${prefix}-${id.slice(-8, -4)}-${id.slice(-4)}`.toUpperCase();

/** The last digits of the id in an application's number, whatever its spelling; undefined for any other text. */
export function idEndOf(text: string): string | undefined {
  const [, first, second] = /^a[\s-]*([0-9a-f]{4})[\s-]*([0-9a-f]{4})$/i.exec(text.trim()) ?? [];
  return first && second && `${first}${second}`.toLowerCase();
}
