import type { Generated, JSONColumnType } from 'kysely';

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

export interface UploadQuotaRow {
  customer_id: string;
  /** By the id of each photo: the time in milliseconds until which it counts. One that is being uploaded counts for minutes. */
  slots: JSONColumnType<Record<string, number>>;
}

declare module '../db/database.ts' {
  interface Database {
    files: FileRow;
    upload_quotas: UploadQuotaRow;
  }
}
