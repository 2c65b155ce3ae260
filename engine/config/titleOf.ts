/** Converts a name to words: `hatSize` becomes "Hat size". */
export function titleOf(id: string): string {
  const words = id.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`).trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
