/** Lower-cases a text and removes accents and punctuation, so that `pena` finds `peña`. Marks of other scripts are letters and stay. */
export const plain = (text: string): string =>
  text
    .normalize('NFKD')
    // Removes accents of Latin letters only. The vowel signs of Devanagari stay.
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}\p{Sc}]+/gu, ' ')
    .trim();

/** Whether the text has, for each word of the query, a word that starts with it. */
export function matches(text: string, query: string): boolean {
  const words = ` ${plain(text)}`;
  return plain(query)
    .split(' ')
    .every((word) => words.includes(` ${word}`));
}
