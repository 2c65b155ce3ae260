import type { Logger } from 'pino';
import type { Alarms } from './alarms/alarms.ts';
import type { Area } from './area.ts';
import type { Db } from './db/database.ts';
import type { Jobs } from './jobs/types.ts';
import type { Product } from './product.ts';
import type { ReleaseService } from './release/types.ts';
import type { Ports } from '../ports/types.ts';
import type { ServerSettings } from './settings.ts';

/** Time is injected: tests stop it. */
export interface Clock {
  now(): Date;
}

/** Randomness is injected: tests foresee it. Both draw from a CSPRNG outside tests. */
export interface Random {
  bytes: (count: number) => Buffer;
  /** 0 ≤ n < limit, evenly. */
  below: (limit: number) => number;
}

/** All that the application needs from outside; `createApp` adds nothing. */
export interface Deps {
  areas: readonly Area[];
  product: Product;
  settings: ServerSettings;
  db: Db;
  clock: Clock;
  random: Random;
  ports: Ports;
  releases: ReleaseService;
  jobs: Jobs;
  log: Logger;
  alarms: Pick<Alarms, 'raise' | 'settled'>;
}
