import type { Random } from './deps.ts';

/** Crockford's base 32. No letter resembles a digit, so the number can be read out on the phone. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const length = 10;

/** Draws a reference number, e.g. `HK-7Q2M4-XK09T`. It is random, so it reveals neither a count nor a creation time. */
export function quotedNumber(prefix: string, random: Random): string {
  const drawn = Array.from({ length }, () => alphabet[random.below(alphabet.length)]).join('');
  return `${prefix}-${drawn.slice(0, length / 2)}-${drawn.slice(length / 2)}`;
}

/** Normalises a typed number: lower case, spaces, O for 0, I or L for 1. Returns undefined if it is not a reference number. */
export function readQuotedNumber(prefix: string, text: string): string | undefined {
  const typed = text.toUpperCase().replaceAll(/[\s-]/g, '');
  if (!typed.startsWith(prefix)) return undefined;
  const digits = typed.slice(prefix.length).replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  const isWhole = digits.length === length && Array.from(digits).every((digit) => alphabet.includes(digit));
  return isWhole ? `${prefix}-${digits.slice(0, length / 2)}-${digits.slice(length / 2)}` : undefined;
}
