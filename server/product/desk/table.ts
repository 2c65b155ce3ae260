import type { JSONColumnType } from 'kysely';
import type { DeskDecision } from './fitness.ts';

/** A decision that is carried out when it is due, unless it is taken back. The row is gone afterwards. */
export interface PendingDecisionRow {
  /** At most one for each application. */
  application_id: string;
  id: string;
  decision: JSONColumnType<DeskDecision>;
  staff_id: string;
  due_at: Date;
  /** Error code, if it was refused when it was due. */
  refused: string | null;
}

declare module '../../platform/db/database.ts' {
  interface Database {
    pending_decisions: PendingDecisionRow;
  }
}
