import { nearMiss } from '../../expression/index.ts';
import type { Analysis } from '../analysis.ts';
import type { Located } from '../diagnostics.ts';

/** The time zone and the currency must be ones that `Intl` knows. */
export function checkSettings({ project }: Analysis): Located[] {
  const settings = project.one('settings');
  if (!settings) return [];
  const { document, value } = settings;
  const checks = [
    { code: 'unknown-time-zone', name: 'timeZone', title: 'time zone', known: Intl.supportedValuesOf('timeZone') },
    { code: 'unknown-currency', name: 'currency', title: 'currency', known: Intl.supportedValuesOf('currency') },
  ] as const;
  return checks.flatMap(({ code, name, title, known }): Located[] => {
    const given = value[name];
    if (known.includes(given) || (name === 'timeZone' && isTimeZone(given))) return [];
    const message = `There is no ${title} "${given}".`;
    return [{ document, finding: { code, pointer: `/${name}`, message, ...nearMiss(given, known) } }];
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
