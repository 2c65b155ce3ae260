import type { Generated, JSONColumnType } from 'kysely';
import type { JobData } from './types.ts';

/** Work that runs outside the transaction that requested it. */
export interface JobRow {
  id: Generated<number>;
  kind: string;
  /** Unique: of several jobs with one key, only the first is stored. */
  key: string | null;
  /** Ids and amounts, never personal data. */
  data: JSONColumnType<JobData>;
  /** In application time, which tests and `/dev/clock` move. */
  run_at: Date;
  attempts: Generated<number>;
  max_attempts: number;
  /** In the database's time, which all nodes share. */
  leased_until: Date | null;
  leased_by: string | null;
  done_at: Date | null;
  /** When the job failed for good. Kept until staff handle it. */
  failed_at: Date | null;
  /** An error code. Error messages may quote data. */
  last_error: string | null;
  created_at: Date;
}

declare module '../db/database.ts' {
  interface Database {
    jobs: JobRow;
  }
}
