/** Lower case without accents and signs between words, so that `peña` is found by `pena`. Marks of other scripts are letters and stay. */
export const plain = (text: string): string =>
  text
    .normalize('NFKD')
    // Accents of Latin letters; the vowel signs of Devanagari are no accents.
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}\p{Sc}]+/gu, ' ')
    .trim();

/** Whether every word that was typed stands in the text, as the beginning of a word. */
export function matches(text: string, query: string): boolean {
  const words = ` ${plain(text)}`;
  return plain(query)
    .split(' ')
    .every((word) => words.includes(` ${word}`));
}
