const plain = (text: string): string => text.toLowerCase().replaceAll('**', '').replace(/\s+/g, ' ').trim();

/** A text with fewer letters around its values would match everywhere. */
const fewestLetters = 4;

/**
 * Creates a predicate that finds a text as somebody saw it on a page: without markup, and with values in place of placeholders. To match
 * placeholders, the whole text must be given.
 */
export function searchFor(wanted: string): (text: string) => boolean {
  const seen = plain(wanted);
  return (text) => {
    const written = plain(text);
    if (written.includes(seen)) return true;
    if (!written.includes('{{')) return false;
    const pieces = written.split(/\{\{[^}]*\}\}/);
    if (pieces.join('').replace(/\P{L}/gu, '').length < fewestLetters) return false;
    let from = 0;
    return pieces.every((piece) => {
      const at = seen.indexOf(piece.trim(), from);
      from = at + piece.trim().length;
      return at !== -1;
    });
  };
}
