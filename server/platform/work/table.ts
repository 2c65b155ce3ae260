import type { Generated } from 'kysely';

/** One thing that staff have to do. Written by the transaction that causes it. */
export interface WorkItemRow {
  id: string;
  /** A kind of the product, configured in the desk's queues. */
  kind: string;
  /** Id of the subject. A subject has at most one open item of each kind. */
  subject: string;
  customer_id: string | null;
  /** Reference number that people quote. */
  number: string;
  opened_at: Date;
  due_at: Date;
  /** The configured deadline behind `due_at`; empty if none. Open items follow changes of the configuration. */
  deadline: Generated<string>;
  /** The person who works on it now, and the end of the lease. An expired lease counts as none. */
  claimed_by: Generated<string | null>;
  claimed_until: Generated<Date | null>;
  /** The claim cannot be released before this time, because its owner's decision is yet to be carried out. */
  held_until: Generated<Date | null>;
  /** The assignee, until somebody reassigns it. */
  assigned_to: Generated<string | null>;
  snoozed_until: Generated<Date | null>;
  snoozed_by: Generated<string | null>;
  snooze_reason: Generated<string | null>;
  /** The person who must not do it, because they asked for it. */
  not_for: Generated<string | null>;
  /** The action that it asks for, if not every role of a queue may do it; null if there is none. */
  action: Generated<string | null>;
  /** Deadline for a second person's decision on a proposal. Until then, nobody is handed the item. */
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

/** A person whom a note mentions, until they have seen it. */
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
