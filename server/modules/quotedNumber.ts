import type { Random } from '../deps.ts';

/** Crockford's base 32: no letter that is taken for a digit, so that it can be read out on the phone. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const length = 10;

/** What a borrower quotes, e.g. `HK-7Q2M4-XK09T`: drawn, so that it tells neither how many there are nor when it was made. */
export function quotedNumber(prefix: string, random: Random): string {
  const drawn = Array.from({ length }, () => alphabet[random.below(alphabet.length)]).join('');
  return `${prefix}-${drawn.slice(0, length / 2)}-${drawn.slice(length / 2)}`;
}
