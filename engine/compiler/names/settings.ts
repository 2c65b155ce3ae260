import { originOf } from '../../config/origin.ts';
import type { Settings } from '../../config/settings.ts';
import { nearMiss } from '../../expression/index.ts';
import type { Analysis } from '../analysis.ts';
import type { Finding, Located } from '../diagnostics.ts';
import { pointerTo } from '../project/document.ts';
import type { Entry } from '../project/project.ts';

/** Time zone, currency, languages and locales must be ones that `Intl` knows, and the sites that may embed a flow exact origins. */
export function checkSettings({ project, memo }: Analysis): Located[] {
  const settings = project.one('settings');
  // Asking Intl takes several milliseconds.
  return settings ? memo.about(settings, 'settings', [], () => settingsFindings(settings)) : [];
}

function settingsFindings({ document, value }: Entry<Settings>): Located[] {
  const checks = [
    { code: 'unknown-time-zone', name: 'timeZone', title: 'time zone', known: Intl.supportedValuesOf('timeZone') },
    { code: 'unknown-currency', name: 'currency', title: 'currency', known: Intl.supportedValuesOf('currency') },
  ] as const;
  const { offered, prepared = [] } = value.languages;
  const languages = [
    ...offered.flatMap(({ code, locale }, index) => [
      ...unknownLanguage(code, `/languages/offered/${index}/code`),
      ...unknownLocale(locale, code, `/languages/offered/${index}/locale`),
    ]),
    ...prepared.flatMap((code, index) => unknownLanguage(code, `/languages/prepared/${index}`)),
  ].map((finding): Located => ({ document, finding }));
  const names = checks.flatMap(({ code, name, title, known }): Located[] => {
    const given = value[name];
    if (known.includes(given) || (name === 'timeZone' && isTimeZone(given))) return [];
    const message = `There is no ${title} "${given}".`;
    return [{ document, finding: { code, pointer: `/${name}`, message, ...nearMiss(given, known) } }];
  });
  const contacts = [...malformed(value.constants, '/constants'), ...malformed(value.clientDefaults ?? {}, '/clientDefaults')];
  return [
    ...languages,
    ...names,
    ...contacts.map((finding): Located => ({ document, finding })),
    ...inexactOrigins(value.embed?.origins ?? []).map((finding) => ({ document, finding })),
  ];
}

/** The expected format of a text, by its name. People write to it, call it or open it. */
const looks: readonly (readonly [name: RegExp, what: string, pattern: RegExp])[] = [
  [/email$/i, 'an email address', /^[^\s@,;<>()]+@[^\s@,;<>()]+\.[^\s@,;<>().]+$/],
  [/(phone|hotline)$/i, 'a phone number', /^\+?[0-9][0-9 ()-]{2,}[0-9]$/],
  [/(website|url)$/i, 'an https address', /^https:\/\/[^\s]+$/],
];

function malformed(texts: Readonly<Record<string, unknown>>, pointer: string): Finding[] {
  return Object.entries(texts).flatMap(([name, text]): Finding[] => {
    const [, what, pattern] = looks.find(([each]) => each.test(name)) ?? [];
    if (!pattern || typeof text !== 'string' || text === '' || pattern.test(text)) return [];
    return [{ code: 'malformed-contact', pointer: pointerTo(pointer, name), message: `"${text}" is not ${what}.` }];
  });
}

function inexactOrigins(origins: readonly string[]): Finding[] {
  return origins.flatMap((given, index): Finding[] => {
    const exact = originOf(given);
    if (exact === given) return [];
    const message = `"${given}" is not an exact origin.`;
    const found = { code: 'inexact-origin', pointer: `/embed/origins/${index}`, message } as const;
    if (exact === undefined) return [{ ...found, fix: 'Write one line for each site, such as https://partner.example.' }];
    return [{ ...found, fix: `Write "${exact}".`, instead: { was: given, is: exact } }];
  });
}

function unknownLanguage(code: string, pointer: string): Finding[] {
  if (/^[a-z]{2,3}$/.test(code) && nameOf('language', code) !== undefined) return [];
  return [{ code: 'unknown-locale', pointer, message: `There is no language "${code}". Write its code, e.g. "en".` }];
}

/** A locale consists of the language's own code and, usually, a region. */
function unknownLocale(locale: string, code: string, pointer: string): Finding[] {
  const [language, region] = parts(locale);
  if (language === code && (region === undefined || nameOf('region', region) !== undefined)) return [];
  const [other, place] = parts(locale.replaceAll('_', '-'));
  const meant = other === code && place !== undefined && nameOf('region', place) !== undefined ? `${code}-${place}` : undefined;
  const message = `"${locale}" is not a locale of the language "${code}". Write for example "${meant ?? usual(code)}".`;
  return [{ code: 'unknown-locale', pointer, message, ...(meant !== undefined && { instead: { was: locale, is: meant } }) }];
}

/** The locale where most people speak a language. */
function usual(code: string): string {
  const [, region] = nameOf('language', code) === undefined ? [] : parts(new Intl.Locale(code).maximize().toString());
  return region === undefined ? code : `${code}-${region}`;
}

function parts(locale: string): [language: string | undefined, region: string | undefined] {
  try {
    const { language, region } = new Intl.Locale(locale);
    return [language, region];
  } catch {
    return [undefined, undefined];
  }
}

function nameOf(type: 'language' | 'region', code: string): string | undefined {
  try {
    return new Intl.DisplayNames('en', { type, fallback: 'none' }).of(code);
  } catch {
    return undefined;
  }
}

/**
 * `supportedValuesOf` has one name for each zone: Asia/Calcutta, not Asia/Kolkata. A formatter accepts every name. It also accepts plain
 * offsets, which are refused because PostgreSQL reads their sign the other way round.
 */
function isTimeZone(name: string): boolean {
  try {
    const zone = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
    return /^[A-Z]/.test(zone);
  } catch {
    return false;
  }
}
