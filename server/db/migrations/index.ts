import type { Kysely } from 'kysely';
import { up as core } from './0001_core.ts';
import { up as flows } from './0002_flows.ts';

export interface Migration {
  name: string;
  up: (db: Kysely<unknown>) => Promise<void>;
}

/** In the order in which they run. A migration that was published is never changed; a new one follows it. */
export const migrations: readonly Migration[] = [
  { name: '0001_core', up: core },
  { name: '0002_flows', up: flows },
];
