const slots: Readonly<Record<string, RegExp>> = { '0': /\d/, A: /\p{L}/u, '*': /[\p{L}\d]/u };

/**
 * Formats a text with a mask (`AAA 0000-000`): 0 is a digit, A a letter, * either, and any other character is a separator. A
 * separator appears only before a following character, so that backspace works. A text that does not match is shown unchanged,
 * because a mask must never hide typed characters.
 */
export const applyMask = (text: string, mask: string): string => drawn(text, mask) ?? text;

/** Whether a stored text matches the mask. */
export const fitsMask = (text: string, mask: string): boolean => drawn(text, mask) !== undefined;

/** The texts that fill the mask and begin with this one, a few of many. Empty if it fills the mask already. */
export function filled(text: string, mask: string): string[] {
  const open = Array.from(mask)
    .filter((slot) => slots[slot])
    .slice(Array.from(text).length);
  return open.length === 0 ? [] : ['0', '1', '7'].map((digit) => text + open.map((slot) => (slot === 'A' ? 'A' : digit)).join(''));
}

function drawn(text: string, mask: string): string | undefined {
  const characters = Array.from(text);
  let shown = '';
  let separators = '';
  for (const slot of mask) {
    if (characters.length === 0) break;
    const kind = slots[slot];
    if (!kind) {
      separators += slot;
      continue;
    }
    const next = characters.shift() ?? '';
    if (!kind.test(next)) return undefined;
    shown += separators + next;
    separators = '';
  }
  return characters.length === 0 ? shown : undefined;
}

/** Removes the mask's separators for storage, except leading ones. */
export function withoutMask(text: string, mask: string): string {
  const isSeparator = (character: string) => !slots[character] && mask.includes(character);
  const characters = Array.from(text);
  const first = characters.findIndex((character) => !isSeparator(character));
  return characters.filter((character, index) => index < first || first < 0 || !isSeparator(character)).join('');
}
