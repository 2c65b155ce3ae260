import type { CarryOver, Migration, MigrationStep, Policy } from '../config/carryOver.ts';

/** What lies between the release of a draft and another one. */
export interface Pending {
  migrations: readonly Migration[];
  /** All steps in order. */
  steps: readonly MigrationStep[];
  /** What is to become of a draft that does not hold afterwards; undefined where no migration says. */
  otherwise?: Exclude<Policy, 'migrate'>;
}

const none: CarryOver = { migrations: [] };

/**
 * The migrations that a draft has not gone through: those of the release it goes to that its own release did not know. Releases
 * in between need not be there any more.
 *
 * @param hash the release that the draft lives under
 */
export function pendingMigrations(hash: string, own: CarryOver = none, next: CarryOver = none): Pending {
  const known = new Set(own.migrations.map(({ id }) => id));
  const isFor = ({ id, from = 'any' }: Migration) => !known.has(id) && (from === 'any' || from.includes(hash));
  const migrations = next.migrations.filter(isFor);
  const policies = new Set(migrations.map(({ policy }) => policy));
  const otherwise = policies.has('restart') ? 'restart' : policies.has('pin') ? 'pin' : undefined;
  return { migrations, steps: migrations.flatMap(({ steps = [] }) => steps), ...(otherwise && { otherwise }) };
}
