export { keepingSteps, migrate } from './migrate.ts';
export { pendingMigrations } from './pending.ts';
export type { AskedAgain } from './types.ts';
