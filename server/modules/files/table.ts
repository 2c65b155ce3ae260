import type { Generated } from 'kysely';

export interface FileRow {
  /** Random; also the key in the storage. */
  id: string;
  customer_id: string;
  purpose: string;
  content_type: string;
  width_px: number;
  height_px: number;
  size_bytes: number;
  /** When an answer first named it; what is never named is swept. */
  attached_at: Date | null;
  created_at: Generated<Date>;
}

export interface FileTables {
  files: FileRow;
}
