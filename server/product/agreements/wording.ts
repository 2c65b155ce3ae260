import { dayIn } from '../../../engine/config/days.ts';
import { enumLabels } from '../../platform/release/enumLabels.ts';
import type { Deps } from '../../platform/deps.ts';
import { dateTimeFormat, numberFormat } from '../../platform/intl.ts';
import { serverText, type TextValues } from '../../platform/texts.ts';
import type { LoadedRelease } from '../../platform/release/types.ts';

/** Formats values for one language. */
export interface Wording {
  /** ₱10,000.00: pesos and centavos, as the Truth in Lending Act requires. */
  money: (cents: number) => string;
  percent: (ppm: number) => string;
  number: (value: number) => string;
  /** `14 days` */
  days: (count: number) => string;
  /** Formats a calendar day, or the day of an instant. */
  date: (day: string | Date) => string;
  /** Label of an enum's member, or the code itself when the release has no label. */
  label: (enumId: string, code: string) => string;
  /** A text of `server.documents`. */
  text: (key: string, values?: TextValues) => string;
}

const hundredths = 100;
const million = 1_000_000;

/** The texts of a release in one language. A loan keeps the texts of the release it was disclosed under. */
export async function wordingOf(deps: Deps, release: LoadedRelease, language: string): Promise<Wording> {
  const { languages, currency, timeZone } = release.manifest.settings;
  const locale = languages.offered.find(({ code }) => code === language)?.locale ?? languages.translationLocale;
  const labels = await enumLabels(release, language);
  const within = { releases: { ...deps.releases, active: () => release } };
  return {
    money: (cents) => numberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(cents / hundredths),
    percent: (ppm) => numberFormat(locale, { style: 'percent', maximumFractionDigits: 4 }).format(ppm / million),
    number: (value) => numberFormat(locale, {}).format(value),
    days: (count) => numberFormat(locale, { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(count),
    date: (day) =>
      dateTimeFormat(locale, { year: 'numeric', month: 'long', day: 'numeric', timeZone: 'UTC' }).format(
        Date.parse(typeof day === 'string' ? day : dayIn(timeZone, day)),
      ),
    label: (enumId, code) => labels[enumId]?.[code] ?? code,
    text: (key, values) => serverText(within, language, `documents.${key}`, values),
  };
}
