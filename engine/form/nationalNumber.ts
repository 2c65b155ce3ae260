import { withoutPhoneSigns } from './normalise.ts';

/** A longer number includes its country code, with or without a plus. */
const longerThanNational = 10;

/**
 * Returns the number without its country code: `+63 917 123 4567`, `0063 917…`, `0917-123-4567` and `9171234567` are equal. Without
 * a plus, the code is removed only from a number that is too long to be national, because a national number can start with it.
 * Other characters stay, so that the field can refuse them.
 */
export function nationalNumber(typed: string, countryCode: string): string {
  const text = withoutPhoneSigns(typed);
  const code = countryCode.replace(/\D/g, '');
  if (code === '') return text.replace(/^0+/, '');
  const prefix = [`+${code}`, `00${code}`].find((each) => text.startsWith(each));
  if (prefix !== undefined) return nationalNumber(text.slice(prefix.length), '');
  const national = text.replace(/^0+/, '');
  const hasCode = /^\d+$/.test(national) && national.length > longerThanNational && national.startsWith(code);
  return hasCode ? nationalNumber(national.slice(code.length), '') : national;
}

/** Groups digits by three, three and the rest (917 123 4567), which is easier to read. */
export function inNumberGroups(digits: string): string {
  const start = digits.startsWith('0') ? 4 : 3;
  return [digits.slice(0, start), digits.slice(start, start + 3), digits.slice(start + 3)].filter(Boolean).join(' ');
}
