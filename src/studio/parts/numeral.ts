import { typedNumber } from '../../../engine/react/widgets/number/typedNumber.ts';

/** Why typed text is not a number, as a text of `common.blocks.rebase.typed`. */
export interface Unreadable {
  key: 'number' | 'whole' | 'point';
  values?: { example: string };
}

const decimalComma = /^(-?\d{1,3}(?:\.\d{3})*|-?\d+),(\d+)$/;

/** Parses a typed number. A decimal comma is refused rather than dropped, because 50,5 would become 505. */
export function readNumeral(typed: string, isWhole = false): number | Unreadable {
  const text = typed.trim();
  const number = typedNumber(text);
  if (typeof number === 'number') return isWhole && !Number.isInteger(number) ? { key: 'whole' } : number;
  const [, whole, decimals] = isWhole ? [] : (decimalComma.exec(text) ?? []);
  if (whole !== undefined) return { key: 'point', values: { example: `${whole.replaceAll('.', '')}.${decimals}` } };
  return { key: isWhole ? 'whole' : 'number' };
}

/** Why typed text is not a number; undefined if it is one. */
export function numeralProblem(typed: string, isWhole?: boolean): Unreadable | undefined {
  const read = readNumeral(typed, isWhole);
  return typeof read === 'number' ? undefined : read;
}
