import { withoutPhoneSigns } from '../../../form/normalise.ts';

/** A number this long holds its country code, with or without a plus. */
const longerThanNational = 10;

/**
 * What stands after the country code: `+63 917 123 4567`, `0063 917…`, `0917-123-4567` and `9171234567` are the same number. The
 * code without a plus is taken off only from a number too long to be national, because a national number may begin with it.
 * Anything that does not belong to a number stays, so that the field can refuse it.
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

/** 917 123 4567, 0917 123 4567: groups of three, three and the rest are read and compared more easily. */
export function inNumberGroups(digits: string): string {
  const start = digits.startsWith('0') ? 4 : 3;
  return [digits.slice(0, start), digits.slice(start, start + 3), digits.slice(start + 3)].filter(Boolean).join(' ');
}
