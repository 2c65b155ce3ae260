import type { ColumnType, JSONColumnType } from 'kysely';
import type { Cause, changeStates } from '../../contract/staff/studio.ts';

/** A branch off a release. */
export interface ChangeRow {
  id: string;
  application: string;
  title: string;
  /** Hash of the release that it is based on. */
  base_hash: string;
  state: (typeof changeStates)[number];
  /** Incremented with every save. */
  revision: number;
  created_by: string;
  created_at: Date;
  updated_at: Date;
  /** Why the scheduled publication failed. Cleared when the change is sent or scheduled again. */
  failed_causes: JSONColumnType<Cause[] | null, string | null | undefined, string | null>;
  /** The same as text, in rows from before causes had codes. */
  failed_why: ColumnType<string | null, string | null | undefined, string | null>;
  failed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** The person who had scheduled it. */
  failed_for: ColumnType<string | null, string | null | undefined, string | null>;
}

/** The current version of a file in a change. Files without a row are as in the base. */
export interface ChangeFileRow {
  change_id: string;
  path: string;
  /** Null if the change removes the file. */
  text: string | null;
  hash: string;
  saved_by: string;
  saved_at: Date;
}

/** The earlier texts of a file in a change: common ancestors for merges, and a way back. */
export interface ChangeSaveRow {
  change_id: string;
  path: string;
  hash: string;
  text: string | null;
  saved_by: string;
  saved_at: Date;
}

/** An author of a change, who therefore may not approve it. */
export interface ChangeAuthorRow {
  change_id: string;
  staff_id: string;
}

/** A person who has a file open, until the lease expires. */
export interface ChangeLeaseRow {
  change_id: string;
  path: string;
  staff_id: string;
  until: Date;
}

/** A person who has seen the tour of the studio. */
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
