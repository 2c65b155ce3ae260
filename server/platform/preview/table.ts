import type { Entry } from './messages.ts';

/** A link that shows a change to somebody without an account. */
export interface PreviewLinkRow {
  id: string;
  token_hash: Uint8Array;
  change_id: string;
  /** How the session begins. */
  entry: Pick<Entry, 'as' | 'at' | 'language' | 'theme'> & { route?: string };
  created_by: string;
  created_at: Date;
  expires_at: Date;
}

declare module '../db/database.ts' {
  interface Database {
    preview_links: PreviewLinkRow;
  }
}
