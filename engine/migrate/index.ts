export { keepingSteps, migrate } from './migrate.ts';
export { pendingMigrations, type Pending } from './pending.ts';
export type { AskedAgain, Draft, Migrated, Place } from './types.ts';
