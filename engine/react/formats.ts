/** Numbers, money and days as a language writes them. Each formatter is made once: making one costs 50 µs and more. */
export interface Formats {
  number: (value: number) => string;
  /** Amount in hundredths of the currency's unit. Whole amounts are shown without decimals. */
  money: (amountCents: number) => string;
  /** The same with hundredths always: for statements, where amounts stand below each other. */
  moneyExact: (amountCents: number) => string;
  /** The currency's symbol, for beside an input. */
  currencySymbol: () => string;
  /** A rate in parts per million as per cent: 2000 is 0.2 %. */
  percent: (ppm: number) => string;
  /**
   * A calendar day `YYYY-MM-DD` or month `YYYY-MM` in words, without any shift of time zone; a moment
   * (`2026-03-01T17:00:00Z`) as the day it falls on in the product's time zone.
   */
  date: (day: string) => string;
  /** A calendar day `YYYY-MM-DD` with the month's name cut short, for narrow columns. */
  dateShort: (day: string) => string;
  /** A moment as day and time in the product's time zone; a day as `date` does. */
  dateTime: (moment: string) => string;
  monthNames: () => readonly string[];
}

const hundredths = 100;
const million = 1_000_000;

const dayInWords = { year: 'numeric', month: 'long', day: 'numeric' } as const;

/** Short, for it stands in rows and beside steps. */
const timeInWords = { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const;

const isMoment = (text: string): boolean => /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text));

function dayFormatter(locale: string, options: Intl.DateTimeFormatOptions): (day: string) => string {
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
  return (day) => {
    const time = Date.parse(`${day.length === 7 ? `${day}-01` : day}T00:00:00Z`);
    return Number.isNaN(time) ? day : format.format(time);
  };
}

/** @param timeZone IANA name of the zone that moments are shown in, e.g. `UTC` */
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
          // The symbol of the currency, not its code, in whatever language.
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
