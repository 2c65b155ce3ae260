/** What is typed → what is kept, before validation. Named in a form's `ui:normalise`, applied in order. */
export interface Normaliser {
  name: string;
  title: string;
  /** Idempotent, so that it may run on every key press, paste and end of composition. */
  apply(text: string): string;
}

// Han in every block and extension, and what only Chinese text uses: its punctuation, Bopomofo, ideographic and full-width forms.
const chinese = /[\p{Script=Han}\p{Script=Bopomofo}\u3000-\u303F\u31C0-\u31EF\uFE30-\uFE4F\uFF00-\uFFEF]/gu;

/** National digits of a mobile number: without spaces and signs, without +63, 0063, 63 or the leading 0. */
function nationalDigits(text: string): string {
  const digits = text.replace(/\D/g, '');
  return digits.replace(/^(?:00)?63(?=9)/, '').replace(/^0+(?=9)/, '');
}

const list: readonly Normaliser[] = [
  { name: 'trim', title: 'No spaces at either end', apply: (text) => text.trim() },
  { name: 'noChinese', title: 'No Chinese characters', apply: (text) => text.replace(chinese, '') },
  { name: 'digitsOnly', title: 'Digits only', apply: (text) => text.replace(/\D/g, '') },
  { name: 'upperCase', title: 'Upper case', apply: (text) => text.toUpperCase() },
  { name: 'lowerCase', title: 'Lower case', apply: (text) => text.toLowerCase() },
  { name: 'collapseSpaces', title: 'One space at a time', apply: (text) => text.replace(/\s+/g, ' ') },
  { name: 'noSpaces', title: 'No spaces', apply: (text) => text.replace(/\s+/g, '') },
  { name: 'phone', title: 'National number (9XXXXXXXXX)', apply: nationalDigits },
];

export const normalisers: Readonly<Record<string, Normaliser>> = Object.fromEntries(list.map((one) => [one.name, one]));

export const normaliserNames: readonly string[] = list.map(({ name }) => name);

/**
 * Applies the named normalisers in order; other values than text pass unchanged. `trim` and `collapseSpaces` at the very end
 * of a text would swallow the space between two words while they are typed: pass `typing` and they wait for the blur.
 */
export function normalise(names: readonly string[] | undefined, value: unknown, typing = false): unknown {
  if (typeof value !== 'string' || !names) return value;
  return names.filter((name) => !(typing && name === 'trim')).reduce((text, name) => normalisers[name]?.apply(text) ?? text, value);
}
