import { nearMiss } from '../../expression/index.ts';
import type { Analysis } from '../analysis.ts';
import type { Located } from '../diagnostics.ts';

/** The time zone and the currency must be ones that `Intl` knows. */
export function checkSettings({ project }: Analysis): Located[] {
  const settings = project.one('settings');
  if (!settings) return [];
  const { document, value } = settings;
  const checks = [
    { code: 'unknown-time-zone', name: 'timeZone', title: 'time zone', known: ['UTC', ...Intl.supportedValuesOf('timeZone')] },
    { code: 'unknown-currency', name: 'currency', title: 'currency', known: Intl.supportedValuesOf('currency') },
  ] as const;
  return checks.flatMap(({ code, name, title, known }): Located[] => {
    const given = value[name];
    if (known.includes(given)) return [];
    const message = `There is no ${title} "${given}".`;
    return [{ document, finding: { code, pointer: `/${name}`, message, ...nearMiss(given, known) } }];
  });
}
