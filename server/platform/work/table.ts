import type { Generated } from 'kysely';

/** One thing that staff have to do. The transaction that gives a reason for it also writes it. */
export interface WorkItemRow {
  id: string;
  /** A kind of the product, configured in the desk's queues. */
  kind: string;
  /** Id of what the work is about. One item of a kind is open for each subject. */
  subject: string;
  customer_id: string | null;
  /** Reference number that people quote. */
  number: string;
  opened_at: Date;
  due_at: Date;
  /** The configured deadline behind `due_at`; empty if none. Open items follow a change of the configuration. */
  deadline: Generated<string>;
  /** Who works on it now, until when. A lease that has ended counts as none. */
  claimed_by: Generated<string | null>;
  claimed_until: Generated<Date | null>;
  /** The claim cannot be given back before: what its owner decided is yet to be carried out. */
  held_until: Generated<Date | null>;
  /** Who should do it, until somebody assigns it anew. */
  assigned_to: Generated<string | null>;
  snoozed_until: Generated<Date | null>;
  snoozed_by: Generated<string | null>;
  snooze_reason: Generated<string | null>;
  /** Who must not do it, because they asked for it. */
  not_for: Generated<string | null>;
  /** The action that it asks for, where the roles of a queue may not all do it; null if there is none. */
  action: Generated<string | null>;
  /** Until then a second person may decide what somebody proposed. Nobody is handed it meanwhile. */
  waits_until: Generated<Date | null>;
  tags: Generated<string[]>;
  closed_at: Generated<Date | null>;
}

export interface WorkNoteRow {
  id: string;
  item_id: string;
  staff_id: string;
  at: Date;
  /** The answers of the form `note`, encrypted with the customer's data key if the item concerns one. */
  sealed: string;
}

/** A person whom a note names, until they have seen it. */
export interface WorkMentionRow {
  item_id: string;
  staff_id: string;
  note_id: string;
  at: Date;
}

declare module '../db/database.ts' {
  interface Database {
    work_items: WorkItemRow;
    work_notes: WorkNoteRow;
    work_mentions: WorkMentionRow;
  }
}
