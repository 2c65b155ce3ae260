declare module '../../platform/db/database.ts' {
  interface Database {
    deletion_requests: DeletionRequestRow;
  }
}

export interface DeletionRequestRow {
  id: string;
  customer_id: string;
  state: 'requested' | 'refused' | 'done';
  reason: string;
  requested_by: string;
  requested_at: Date;
  closed_by: string | null;
  closed_at: Date | null;
  closing_reason: string | null;
  kept_until: string | null;
}
