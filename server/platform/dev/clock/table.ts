import type { Generated } from 'kysely';

/** How far `/dev/clock` has moved the time. One row; never written in production. */
export interface DevClockRow {
  only_row: Generated<boolean>;
  offset_ms: number;
}

export interface DevClockTables {
  dev_clock: DevClockRow;
}
