const plain = (text: string): string => text.toLowerCase().replaceAll('**', '').replace(/\s+/g, ' ').trim();

/** Less than this around the values would fit everywhere. */
const fewestLetters = 4;

/**
 * Makes a search for a text as somebody saw it on a page: without marks, and with values where the configuration has placeholders. The
 * whole text must have been seen for the latter.
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
