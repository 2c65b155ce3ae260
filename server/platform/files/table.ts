import type { Generated, JSONColumnType } from 'kysely';

export interface FileRow {
  /** Random. Also the key in storage. */
  id: string;
  customer_id: string;
  purpose: string;
  content_type: string;
  /** Null unless it is a photo. */
  width_px: number | null;
  height_px: number | null;
  size_bytes: number;
  /** Encrypted with the customer's data key. */
  sealed_name: string | null;
  /** When an answer first referenced the file. Files without a reference are deleted. */
  attached_at: Date | null;
  created_at: Generated<Date>;
}

export interface UploadQuotaRow {
  customer_id: string;
  /** Expiry of each slot in milliseconds, by photo id. A slot of an upload in progress expires in minutes. */
  slots: JSONColumnType<Record<string, number>>;
}

declare module '../db/database.ts' {
  interface Database {
    files: FileRow;
    upload_quotas: UploadQuotaRow;
  }
}
