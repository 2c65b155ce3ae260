import { originOf } from '../../config/origin.ts';
import { nearMiss } from '../../expression/index.ts';
import type { Analysis } from '../analysis.ts';
import type { Finding, Located } from '../diagnostics.ts';

/** The time zone and the currency must be ones that `Intl` knows, and the sites that may embed a flow exact origins. */
export function checkSettings({ project }: Analysis): Located[] {
  const settings = project.one('settings');
  if (!settings) return [];
  const { document, value } = settings;
  const checks = [
    { code: 'unknown-time-zone', name: 'timeZone', title: 'time zone', known: Intl.supportedValuesOf('timeZone') },
    { code: 'unknown-currency', name: 'currency', title: 'currency', known: Intl.supportedValuesOf('currency') },
  ] as const;
  const unknown = checks.flatMap(({ code, name, title, known }): Located[] => {
    const given = value[name];
    if (known.includes(given) || (name === 'timeZone' && isTimeZone(given))) return [];
    const message = `There is no ${title} "${given}".`;
    return [{ document, finding: { code, pointer: `/${name}`, message, ...nearMiss(given, known) } }];
  });
  return [...unknown, ...inexactOrigins(value.embed?.origins ?? []).map((finding) => ({ document, finding }))];
}

function inexactOrigins(origins: readonly string[]): Finding[] {
  return origins.flatMap((given, index): Finding[] => {
    const exact = originOf(given);
    if (exact === given) return [];
    const message = `"${given}" is no exact origin.`;
    const found = { code: 'inexact-origin', pointer: `/embed/origins/${index}`, message } as const;
    if (exact === undefined) return [{ ...found, fix: 'Write one line for each site, such as https://partner.example.' }];
    return [{ ...found, fix: `Write "${exact}".`, instead: { was: given, is: exact } }];
  });
}

/**
 * `supportedValuesOf` has one name for each zone: Asia/Calcutta, not Asia/Kolkata. A formatter takes them all, and mere offsets
 * too, whose sign PostgreSQL reads the other way round.
 */
function isTimeZone(name: string): boolean {
  try {
    const zone = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
    return /^[A-Z]/.test(zone);
  } catch {
    return false;
  }
}
