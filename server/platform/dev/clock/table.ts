import type { Generated } from 'kysely';

/** Offset of `/dev/clock`. One row; never written in production. */
export interface DevClockRow {
  only_row: Generated<boolean>;
  offset_ms: number;
}

declare module '../../db/database.ts' {
  interface Database {
    dev_clock: DevClockRow;
  }
}
