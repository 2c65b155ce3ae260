import type { Settings } from '../../engine/config/settings.ts';
import { together, type TextFormat } from '../../engine/config/textFormats.ts';
import { dateTimeFormat, numberFormat } from './intl.ts';

const hundredths = 100;
const million = 1_000_000;
const dayInWords = { year: 'numeric', month: 'long', day: 'numeric' } as const;

/**
 * Amounts for an SMS: `JPY 5,200`. Signs such as ₹ are not in the GSM alphabet (3GPP TS 23.038) and would halve what fits into
 * one message; nor is the narrow space that formatters put after a code.
 */
function money(locale: string, amountCents: number, digits: number, { currency }: Units): string {
  const format = { style: 'currency', currency, currencyDisplay: 'code' } as const;
  return numberFormat(locale, { ...format, minimumFractionDigits: digits, maximumFractionDigits: digits })
    .format(amountCents / hundredths)
    .replace(/[\u00a0\u202f]/g, ' ');
}

/** Screens can show the currency symbol (G13). */
function moneyOnScreen(locale: string, amountCents: number, digits: number, { currency }: Units): string {
  const format = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const;
  return numberFormat(locale, { ...format, minimumFractionDigits: digits, maximumFractionDigits: digits }).format(amountCents / hundredths);
}

const digitsOf = (amountCents: number): number => (amountCents % hundredths === 0 ? 0 : 2);

type Units = Pick<Settings, 'currency' | 'timeZone'>;

type Written = Readonly<Record<TextFormat, (locale: string, value: string | number, units: Units) => string>>;

/** A calendar day has no time of day that a time zone could shift. */
const date = (locale: string, text: string, timeZone: string) =>
  dateTimeFormat(locale, { ...dayInWords, timeZone: text.length === 10 ? 'UTC' : timeZone }).format(Date.parse(text));

/** Formats for texts sent by SMS: `{{amountCents, money}}`. */
export const smsFormats: Written = {
  money: (locale, value, units) => money(locale, Number(value), digitsOf(Number(value)), units),
  moneyExact: (locale, value, units) => money(locale, Number(value), 2, units),
  number: (locale, value) => numberFormat(locale, {}).format(Number(value)),
  percent: (locale, value) => numberFormat(locale, { style: 'percent', maximumFractionDigits: 4 }).format(Number(value) / million),
  date: (locale, value, { timeZone }) => date(locale, String(value), timeZone),
  dateTime: (locale, value, { timeZone }) =>
    dateTimeFormat(locale, { ...dayInWords, hour: 'numeric', minute: '2-digit', timeZone }).format(Date.parse(String(value))),
  // An SMS needs no protection against line breaks, and the dash is not in the GSM alphabet.
  together: (_, value) => String(value).replaceAll('–', '-'),
};

/** Formats for texts shown in the app. */
export const screenFormats: Written = {
  ...smsFormats,
  money: (locale, value, units) => moneyOnScreen(locale, Number(value), digitsOf(Number(value)), units),
  moneyExact: (locale, value, units) => moneyOnScreen(locale, Number(value), 2, units),
  together: (_, value) => together(String(value)),
};
