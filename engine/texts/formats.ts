import type { TextFormat } from '../config/textFormats.ts';

/** Formats numbers, money and dates in a language. Formatters are cached, because creating one takes 50 µs or more. */
export interface Formats {
  number: (value: number) => string;
  /** Formats cents. Whole amounts have no decimals. */
  money: (amountCents: number) => string;
  /** Formats cents and always shows decimals, for statements with aligned amounts. */
  moneyExact: (amountCents: number) => string;
  /** The currency's symbol, for use next to an input. */
  currencySymbol: () => string;
  /** Formats parts per million as per cent: 2000 is 0.2 %. */
  percent: (ppm: number) => string;
  /**
   * Formats a date `YYYY-MM-DD` or a month `YYYY-MM` without a time zone shift. Formats an instant (`2026-03-01T17:00:00Z`) as its
   * date in the product's time zone.
   */
  date: (day: string) => string;
  /** Formats a date `YYYY-MM-DD` with a short month name, for narrow columns. */
  dateShort: (day: string) => string;
  /** Formats an instant as date and time in the product's time zone, and a date as `date` does. */
  dateTime: (moment: string) => string;
  monthNames: () => readonly string[];
}

const hundredths = 100;
const million = 1_000_000;

const dayInWords = { year: 'numeric', month: 'long', day: 'numeric' } as const;

/** Short, because it is used in rows and next to steps. */
const timeInWords = { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const;

const isMoment = (text: string): boolean => /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text));

function dayFormatter(locale: string, options: Intl.DateTimeFormatOptions): (day: string) => string {
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
  return (day) => {
    const time = Date.parse(`${day.length === 7 ? `${day}-01` : day}T00:00:00Z`);
    return Number.isNaN(time) ? day : format.format(time);
  };
}

/** @param timeZone IANA time zone for instants, for example `UTC` */
export function createFormats(locale: string, currency: string, timeZone: string): Formats {
  const lazy = new Map<string, unknown>();
  const once = <Value>(name: string, make: () => Value): Value => {
    if (!lazy.has(name)) lazy.set(name, make());
    return lazy.get(name) as Value;
  };
  const money = (digits: number) =>
    once(
      `money${digits}`,
      () =>
        new Intl.NumberFormat(locale, {
          style: 'currency',
          currency,
          // Shows the currency's symbol instead of its code in every language.
          currencyDisplay: 'narrowSymbol',
          minimumFractionDigits: digits,
          maximumFractionDigits: digits,
        }),
    );
  const date = (day: string) =>
    isMoment(day)
      ? once('moment', () => new Intl.DateTimeFormat(locale, { ...dayInWords, timeZone })).format(Date.parse(day))
      : day.length === 7
        ? once('month', () => dayFormatter(locale, { year: 'numeric', month: 'long' }))(day)
        : once('day', () => dayFormatter(locale, dayInWords))(day);
  return {
    number: (value) => once('number', () => new Intl.NumberFormat(locale, { maximumFractionDigits: 6 })).format(value),
    money: (amountCents) => money(amountCents % hundredths === 0 ? 0 : 2).format(amountCents / hundredths),
    moneyExact: (amountCents) => money(2).format(amountCents / hundredths),
    currencySymbol: () =>
      once(
        'symbol',
        () =>
          money(0)
            .formatToParts(0)
            .find(({ type }) => type === 'currency')?.value ?? currency,
      ),
    percent: (ppm) =>
      once('percent', () => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 4 })).format(ppm / million),
    date,
    dateShort: (day) => once('dayShort', () => dayFormatter(locale, { ...dayInWords, month: 'short' }))(day),
    dateTime: (moment) =>
      isMoment(moment)
        ? once('dateTime', () => new Intl.DateTimeFormat(locale, { ...timeInWords, timeZone })).format(Date.parse(moment))
        : date(moment),
    monthNames: () =>
      once('monthNames', () => {
        const format = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' });
        return Array.from({ length: 12 }, (_, month) => format.format(Date.UTC(2024, month, 1)));
      }),
  };
}

/** Prevents line breaks at spaces and after dashes. */
export const together = (text: string): string => text.replaceAll(' ', '\u00a0').replaceAll(/[-–]/g, '\u2060$&\u2060');

/** Formats a value within a text: `{{amount, money}}`. */
export type Written = Readonly<Record<TextFormat, (value: unknown) => string>>;

export const onScreen = (formats: Formats): Written => ({
  money: (value) => formats.money(Number(value)),
  moneyExact: (value) => formats.moneyExact(Number(value)),
  percent: (value) => formats.percent(Number(value)),
  number: (value) => formats.number(Number(value)),
  date: (value) => formats.date(String(value)),
  dateTime: (value) => formats.dateTime(String(value)),
  together: (value) => together(String(value)),
});
