export { chooseSteps, type Choosing } from './choose.ts';
export { keepingSteps, migrate } from './migrate.ts';
export { pendingMigrations, type Pending } from './pending.ts';
export type { AskedAgain, ChosenStep } from './types.ts';
