import { together, type TextFormat } from '../../engine/config/textFormats.ts';
import { dateTimeFormat, numberFormat } from './intl.ts';

const hundredths = 100;
const million = 1_000_000;
const timeZone = 'Asia/Manila';
const dayInWords = { year: 'numeric', month: 'long', day: 'numeric' } as const;

/**
 * Amounts for an SMS: `PHP 5,200`. The sign ₱ is not in the GSM alphabet (3GPP TS 23.038) and would halve what fits into
 * one message; nor is the narrow space that formatters put after a code.
 */
function money(locale: string, amountCents: number, digits: number): string {
  const format = { style: 'currency', currency: 'PHP', currencyDisplay: 'code' } as const;
  return numberFormat(locale, { ...format, minimumFractionDigits: digits, maximumFractionDigits: digits })
    .format(amountCents / hundredths)
    .replace(/[\u00a0\u202f]/g, ' ');
}

/** On a screen the sign of the country serves (G13). */
function moneyOnScreen(locale: string, amountCents: number, digits: number): string {
  const format = { style: 'currency', currency: 'PHP', currencyDisplay: 'narrowSymbol' } as const;
  return numberFormat(locale, { ...format, minimumFractionDigits: digits, maximumFractionDigits: digits }).format(amountCents / hundredths);
}

const digitsOf = (amountCents: number): number => (amountCents % hundredths === 0 ? 0 : 2);

type Written = Readonly<Record<TextFormat, (locale: string, value: string | number) => string>>;

/** A calendar day has no time of day that a time zone could shift; a moment is the day in Manila. */
const date = (locale: string, text: string) =>
  dateTimeFormat(locale, { ...dayInWords, timeZone: text.length === 10 ? 'UTC' : timeZone }).format(Date.parse(text));

/** How a value is written within a text that leaves as an SMS: `{{amountCents, money}}`. */
export const writtenAs: Written = {
  money: (locale, value) => money(locale, Number(value), digitsOf(Number(value))),
  moneyExact: (locale, value) => money(locale, Number(value), 2),
  number: (locale, value) => numberFormat(locale, {}).format(Number(value)),
  percent: (locale, value) => numberFormat(locale, { style: 'percent', maximumFractionDigits: 4 }).format(Number(value) / million),
  date: (locale, value) => date(locale, String(value)),
  dateTime: (locale, value) =>
    dateTimeFormat(locale, { ...dayInWords, hour: 'numeric', minute: '2-digit', timeZone }).format(Date.parse(String(value))),
  // An SMS has no lines of ours; nor is the dash in the GSM alphabet.
  together: (_, value) => String(value).replaceAll('–', '-'),
};

/** The same for a text that is read in the app. */
export const writtenOnScreen: Written = {
  ...writtenAs,
  money: (locale, value) => moneyOnScreen(locale, Number(value), digitsOf(Number(value))),
  moneyExact: (locale, value) => moneyOnScreen(locale, Number(value), 2),
  together: (_, value) => together(String(value)),
};
