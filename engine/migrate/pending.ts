import type { CarryOver, Migration, MigrationStep, Policy } from '../config/carryOver.ts';

/** The difference between the release of a draft and another one. */
export interface Pending {
  migrations: readonly Migration[];
  /** All steps in order. */
  steps: readonly MigrationStep[];
  /** The policy for a draft that is invalid afterwards. Undefined if no migration sets one. */
  otherwise?: Exclude<Policy, 'migrate'>;
}

const none: CarryOver = { migrations: [] };

/**
 * Returns the migrations of the target release that the draft's release did not have. Intermediate releases are not needed.
 *
 * @param hash the release of the draft
 */
export function pendingMigrations(hash: string, own: CarryOver = none, next: CarryOver = none): Pending {
  const known = new Set(own.migrations.map(({ id }) => id));
  const isFor = ({ id, from = 'any' }: Migration) => !known.has(id) && (from === 'any' || from.includes(hash));
  const migrations = next.migrations.filter(isFor);
  const policies = new Set(migrations.map(({ policy }) => policy));
  const otherwise = policies.has('restart') ? 'restart' : policies.has('pin') ? 'pin' : undefined;
  return { migrations, steps: migrations.flatMap(({ steps = [] }) => steps), ...(otherwise && { otherwise }) };
}
