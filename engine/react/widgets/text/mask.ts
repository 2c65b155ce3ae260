const kinds: Readonly<Record<string, RegExp>> = { '0': /\d/, A: /\p{L}/u, '*': /[\p{L}\d]/u };

/**
 * Draws a text by a mask (`AAA 0000-000`): 0 a digit, A a letter, * either, anything else stands as it is. Characters that
 * do not fit are left out; a fixed character appears only once something follows it, so that deleting backwards is possible.
 */
export function applyMask(text: string, mask: string): string {
  let shown = '';
  let pending = '';
  let rest = Array.from(text);
  for (const slot of mask) {
    const kind = kinds[slot];
    if (!kind) {
      if (rest[0] === slot) rest = rest.slice(1);
      pending += slot;
      continue;
    }
    const at = rest.findIndex((character) => kind.test(character));
    if (at < 0) break;
    shown += pending + rest[at];
    pending = '';
    rest = rest.slice(at + 1);
  }
  return shown;
}

/** What is stored of a masked text: its letters and digits, as many as the mask has places. */
export function withoutMask(text: string, mask: string): string {
  const fixed = new Set(Array.from(mask).filter((slot) => !kinds[slot]));
  return Array.from(applyMask(text, mask))
    .filter((character) => !fixed.has(character))
    .join('');
}
