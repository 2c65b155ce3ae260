import type { Settings } from '../../config/settings.ts';
import type { Located } from '../diagnostics.ts';
import { at, type Catalogue } from './catalogue.ts';

/** Labels of codes name ranges that the code itself stands for. */
const ofCodes = 'enums.';

/** Finds amounts that a text of the main language states itself, by hand or from the list of constants. Nothing keeps them true. */
export function copiedAmounts(catalogue: Catalogue, { currency, languages }: Settings): Located[] {
  const locales = languages.offered.map(({ locale }) => locale);
  const signs = [...new Set([currency, ...locales.flatMap((locale) => signsOf(locale, currency))])];
  const amount = new RegExp(
    `(?:${signs.map((sign) => escaped(sign)).join('|')})\\s?(?:\\p{Nd}[\\p{Nd},.]*|\\{\\{constants\\.[^}]*\\}\\})`,
    'u',
  );
  return [...catalogue.texts].flatMap(([key, text]) => {
    const found = key.startsWith(ofCodes) ? undefined : amount.exec(text)?.[0];
    if (found === undefined) return [];
    const fix = 'Fill it from the data of the screen, as {{amount, money}}: then it follows the rule that decides it.';
    return at(catalogue, key, 'copied-amount', `This text states an amount of its own: ${found.replace(/[,.]$/, '')}.`, { fix });
  });
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

function signsOf(locale: string, currency: string): string[] {
  try {
    const parts = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).formatToParts(1);
    return parts.flatMap(({ type, value }) => (type === 'currency' ? [value] : []));
  } catch {
    // Another check reports an unknown locale or currency.
    return [];
  }
}
