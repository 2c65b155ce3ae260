import type { Deps } from '../../../platform/deps.ts';

/** What of the deps an invariant may look at. It only reads. */
export type Looking = Pick<Deps, 'db' | 'clock' | 'ports' | 'settings'>;

/** Something that must always hold. Answers what does not, in a line each, with ids and amounts; empty when it holds. */
export type Invariant = (deps: Looking) => Promise<string[]>;
