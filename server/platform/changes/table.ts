import type { ColumnType, JSONColumnType } from 'kysely';
import type { Cause, changeStates } from '../../contract/staff/studio.ts';

/** A branch over a release. */
export interface ChangeRow {
  id: string;
  application: string;
  title: string;
  /** The release that it starts from. */
  base_hash: string;
  state: (typeof changeStates)[number];
  /** Grows with every save. */
  revision: number;
  created_by: string;
  created_at: Date;
  updated_at: Date;
  /** Why it was not published at its time, until it is sent or scheduled again. */
  failed_causes: JSONColumnType<Cause[] | null, string | null | undefined, string | null>;
  /** The same in rows from before causes had codes. */
  failed_why: ColumnType<string | null, string | null | undefined, string | null>;
  failed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** Who had set the time. */
  failed_for: ColumnType<string | null, string | null | undefined, string | null>;
}

/** A file as a change has it now. Files that are not listed are those of the base. */
export interface ChangeFileRow {
  change_id: string;
  path: string;
  /** Null: the change removes the file. */
  text: string | null;
  hash: string;
  saved_by: string;
  saved_at: Date;
}

/** Every text that a file of a change has had: the common ancestor of a merge, and a way back. */
export interface ChangeSaveRow {
  change_id: string;
  path: string;
  hash: string;
  text: string | null;
  saved_by: string;
  saved_at: Date;
}

/** Who wrote in a change. Such a person may not approve it. */
export interface ChangeAuthorRow {
  change_id: string;
  staff_id: string;
}

/** Who has a file open, until the lease ends. */
export interface ChangeLeaseRow {
  change_id: string;
  path: string;
  staff_id: string;
  until: Date;
}

/** Who has seen the tour of the studio. */
export interface StudioTourRow {
  staff_id: string;
  ended_at: Date;
}

declare module '../db/database.ts' {
  interface Database {
    changes: ChangeRow;
    change_files: ChangeFileRow;
    change_saves: ChangeSaveRow;
    change_authors: ChangeAuthorRow;
    change_leases: ChangeLeaseRow;
    studio_tours: StudioTourRow;
  }
}
