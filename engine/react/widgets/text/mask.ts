const slots: Readonly<Record<string, RegExp>> = { '0': /\d/, A: /\p{L}/u, '*': /[\p{L}\d]/u };

/**
 * Draws a text by a mask (`AAA 0000-000`): 0 is a digit, A a letter, * either, and anything else stands as it is. A separator
 * appears once something follows it, so that deleting backwards is possible. A text that does not fit is shown as it is, because
 * a mask must never swallow what was typed.
 */
export const applyMask = (text: string, mask: string): string => drawn(text, mask) ?? text;

/** Whether each character of a stored text fits its place in the mask. */
export const fitsMask = (text: string, mask: string): boolean => drawn(text, mask) !== undefined;

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

/** What is stored of a masked text: without the mask's separators, unless they stand in front. */
export function withoutMask(text: string, mask: string): string {
  const isSeparator = (character: string) => !slots[character] && mask.includes(character);
  const characters = Array.from(text);
  const first = characters.findIndex((character) => !isSeparator(character));
  return characters.filter((character, index) => index < first || first < 0 || !isSeparator(character)).join('');
}
