/**
 * What is left of a typed or pasted number: digits, one decimal point, a sign where there may be one. A comma groups
 * thousands in every language that is offered, so it goes.
 */
export function typedNumber(text: string, { whole, negative }: { whole: boolean; negative: boolean }): string {
  const sign = negative && text.trimStart().startsWith('-') ? '-' : '';
  const [integer = '', ...fraction] = text.replace(/[^\d.]/g, '').split('.');
  return sign + integer + (whole || fraction.length === 0 ? '' : `.${fraction.join('')}`);
}

/** The number it stands for; undefined while there is none, as with a lone sign. */
export function numberOf(text: string): number | undefined {
  const value = Number.parseFloat(text);
  return Number.isFinite(value) ? value : undefined;
}
