import type { Generated } from 'kysely';
import type { TransitionRow } from '../../platform/lifeCycles/table.ts';

export interface ApplicationRow {
  id: string;
  customer_id: string;
  flow: string;
  /** The release it was submitted under. That release stays in force for it. */
  release: string;
  state: string;
  /** A partial unique index allows one open application for each customer. */
  open: boolean;
  /** All answers at submission, sealed with the borrower's data key. Taken once. */
  snapshot: string;
  /** Key of the reason of a rejection or send-back. */
  reason: string | null;
  limit_cents: number | null;
  /** Day from which a rejected borrower may apply again, YYYY-MM-DD. */
  resubmission_day: string | null;
  submitted_at: Date;
  /** When the borrower last confirmed the details before another loan; null until the first time. */
  details_confirmed_at: Date | null;
  updated_at: Generated<Date>;
}

declare module '../../platform/db/database.ts' {
  interface Database {
    applications: ApplicationRow;
    application_events: TransitionRow & { application_id: string };
  }
}
