import type { Settings } from '../../config/settings.ts';
import type { Located } from '../diagnostics.ts';
import type { DocumentFile } from '../project/project.ts';
import { at, type Catalogue } from './catalogue.ts';

/** Labels of codes are exempt: they state ranges that the code itself stands for. */
const ofCodes = 'enums.';

/** Few texts have a figure, and Intl takes long to load the formats of a currency. */
const figure = /\p{Nd}|\{\{constants\./u;

/** Finds amounts that a text of the main language hard-codes or takes from the list of constants. Such amounts go stale unnoticed. */
export function copiedAmounts(catalogue: Catalogue, settings: Settings): Located[] {
  return [...catalogue.texts].flatMap(([key, text]) => {
    const found = key.startsWith(ofCodes) || !figure.test(text) ? undefined : amountsOf(settings).exec(text)?.[0];
    if (found === undefined) return [];
    const fix = "Use the screen's data, as {{amount, money}}, so that it stays in sync with the rule.";
    return at(catalogue, key, 'copied-amount', messageOf(found), { fix });
  });
}

/** The same for the documents of the main language; translations state the same figures (`unlike-figures`). */
export function copiedAmountsIn({ document }: DocumentFile, settings: Settings): Located[] {
  const found = amountsOf(settings).exec(document.text);
  if (!found) return [];
  const fix = 'Use a value that code provides for the document, or a constant that reads the figure from its file.';
  return [{ document, finding: { code: 'copied-amount', pointer: '', offset: found.index, message: messageOf(found[0]), fix } }];
}

const messageOf = (found: string): string => `This text hard-codes an amount: ${found.replace(/[,.]$/, '')}.`;

const amounts = new WeakMap<Settings, RegExp>();

/** Matches amounts as the offered languages format the currency. */
function amountsOf(settings: Settings): RegExp {
  const known = amounts.get(settings) ?? findAmounts(settings);
  amounts.set(settings, known);
  return known;
}

function findAmounts({ currency, languages }: Settings): RegExp {
  const locales = languages.offered.map(({ locale }) => locale);
  const signs = [...new Set([currency, ...locales.flatMap((locale) => signsOf(locale, currency))])];
  return new RegExp(`(?:${signs.map((sign) => escaped(sign)).join('|')})\\s?(?:\\p{Nd}[\\p{Nd},.]*|\\{\\{constants\\.[^}]*\\}\\})`, 'u');
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
