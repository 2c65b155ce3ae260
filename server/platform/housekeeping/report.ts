import type { Deps } from '../deps.ts';

/** Logs how much expired data of each kind was removed, if any was. */
export function reportRemoved({ log }: Pick<Deps, 'log'>, removed: Readonly<Record<string, number>>): void {
  if (Object.values(removed).some((count) => count > 0)) log.info(removed, 'expired data removed');
}
