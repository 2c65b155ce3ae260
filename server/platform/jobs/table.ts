import type { Generated, JSONColumnType } from 'kysely';
import type { JobData } from './types.ts';

/** Work to be done outside the transaction that asks for it. */
export interface JobRow {
  id: Generated<number>;
  kind: string;
  /** Of several jobs with one key there is only the first. */
  key: string | null;
  /** Ids and figures, never personal data. */
  data: JSONColumnType<JobData>;
  /** By our clock, which tests and `/dev/clock` move. */
  run_at: Date;
  /** Attempts begun. */
  attempts: Generated<number>;
  max_attempts: number;
  /** By the database's clock, the one that all nodes share. */
  leased_until: Date | null;
  leased_by: string | null;
  done_at: Date | null;
  /** Given up; kept until somebody has looked at it. */
  failed_at: Date | null;
  /** A code, never a message: those quote data. */
  last_error: string | null;
  created_at: Date;
}

declare module '../db/database.ts' {
  interface Database {
    jobs: JobRow;
  }
}
