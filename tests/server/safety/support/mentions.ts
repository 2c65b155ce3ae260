/** A value of this length or more is never part of a longer number or word by chance. */
const unmistakableLength = 9;
const isPartOfWord = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character);

/** Returns the values that a text contains. Short ones count only as whole words. */
export function mentions(text: string, values: readonly string[]): string[] {
  return values.filter((value) => {
    for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1)) {
      if (value.length >= unmistakableLength) return true;
      if (!isPartOfWord(text[at - 1]) && !isPartOfWord(text[at + value.length])) return true;
    }
    return false;
  });
}
