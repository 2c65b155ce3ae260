const longestNumber = 20;

/**
 * What stands after the country code, digits only: `+63 917 123 4567`, `0917-123-4567` and `9171234567` are the same number.
 * The code without its plus is taken off only from a number too long to be national, so that a number may begin with it.
 */
export function nationalNumber(text: string, countryCode: string): string {
  const compact = text.replace(/[^\d+]/g, '').slice(0, longestNumber);
  const code = countryCode.replace(/\D/g, '');
  const national = compact.startsWith('+') && code && compact.startsWith(`+${code}`) ? compact.slice(code.length + 1) : compact;
  const digits = national.replace(/\D/g, '');
  const withoutCode = code && digits.length > 10 && digits.startsWith(code) ? digits.slice(code.length) : digits;
  return withoutCode.replace(/^0+/, '');
}
