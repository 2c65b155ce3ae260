import type { Area } from './area.ts';
import type { Deps } from './deps.ts';
import { timeZoneOf } from './time.ts';

/** Read-only dependencies of an invariant. */
export type InvariantDeps = Pick<Deps, 'db' | 'clock' | 'ports' | 'settings'> & { timeZone: string };

/** Returns one line per violation, with ids and amounts but no personal data. Empty if the invariant holds. */
export type Invariant = (deps: InvariantDeps) => Promise<string[]>;

export interface Violation {
  invariant: string;
  message: string;
}

/** The invariants of all areas by name (safety.md, "Invariants"). */
export const invariantsOf = (areas: readonly Area[]): Record<string, Invariant> =>
  Object.assign({}, ...areas.map(({ invariants = {} }) => invariants)) as Record<string, Invariant>;

/**
 * Checks the named invariants, or all of them by default. Returns the violations.
 *
 * @example expect(await violations(deps)).toEqual([])
 */
export const violations = (
  deps: Omit<InvariantDeps, 'timeZone'> & Pick<Deps, 'areas'> & Parameters<typeof timeZoneOf>[0],
  names?: readonly string[],
): Promise<Violation[]> => violationsIn(deps.areas, { ...deps, timeZone: timeZoneOf(deps) }, names);

/** The same without a running server. */
export async function violationsIn(areas: readonly Area[], deps: InvariantDeps, names?: readonly string[]): Promise<Violation[]> {
  const invariants = Object.entries(invariantsOf(areas)).filter(([name]) => names === undefined || names.includes(name));
  const found: Violation[] = [];
  for (const [invariant, check] of invariants) {
    for (const message of await check(deps)) found.push({ invariant, message });
  }
  return found;
}
