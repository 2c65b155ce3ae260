import type { Settings } from '../../engine/config/settings.ts';
import { type Formats, onScreen, type Written } from '../../engine/texts/formats.ts';
import { dateTimeFormat, numberFormat } from './intl.ts';

const hundredths = 100;
const momentInWords = { year: 'numeric', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const;

/** Formats for the server's texts, by where they are read. */
export function serverFormats(
  formats: Formats,
  locale: string,
  { currency, timeZone }: Pick<Settings, 'currency' | 'timeZone'>,
): Record<'sms' | 'screen', Written> {
  /**
   * Amounts for an SMS: `JPY 5,200`. Signs such as ₹ are not in the GSM alphabet (3GPP TS 23.038) and would halve what fits into
   * one message; nor is the narrow space that formatters put after a code.
   */
  const inCode = (amountCents: number, digits: number) =>
    numberFormat(locale, {
      style: 'currency',
      currency,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
      currencyDisplay: 'code',
    })
      .format(amountCents / hundredths)
      .replace(/[\u00a0\u202f]/g, ' ');
  const screen: Written = {
    ...onScreen(formats),
    // With the year, because people may read it long after.
    dateTime: (value) => dateTimeFormat(locale, { ...momentInWords, timeZone }).format(Date.parse(String(value))),
  };
  return {
    screen,
    sms: {
      ...screen,
      money: (value) => inCode(Number(value), Number(value) % hundredths === 0 ? 0 : 2),
      moneyExact: (value) => inCode(Number(value), 2),
      // An SMS needs no protection against line breaks, and the dash is not in the GSM alphabet.
      together: (value) => String(value).replaceAll('–', '-'),
    },
  };
}
