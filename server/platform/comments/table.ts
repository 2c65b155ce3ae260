import type { ColumnType, Generated } from 'kysely';

/** A comment on a change or on a place in it, or a reply to such a comment. */
export interface ChangeCommentRow {
  id: string;
  /** In the order of writing. */
  number: Generated<number>;
  change_id: string;
  /** The comment that this one replies to. */
  answers: string | null;
  file: string | null;
  pointer: string | null;
  text: string;
  written_by: string;
  written_at: Date;
  resolved_by: ColumnType<string | null, undefined, string | null>;
  resolved_at: ColumnType<Date | null, undefined, Date | null>;
}

declare module '../db/database.ts' {
  interface Database {
    change_comments: ChangeCommentRow;
  }
}
