/** A raise of a borrower's limit, with its reason. Insert-only. */
export interface LimitGrantRow {
  id: string;
  customer_id: string;
  /** `application`: only the newest counts. `growth` and `boost` add to it. */
  kind: 'application' | 'growth' | 'boost';
  /** Unique for each cause, e.g. `application:<id>`, `settled:<loan>`. */
  key: string;
  amount_cents: number;
  reason: string;
  actor: string;
  granted_at: Date;
}

declare module '../../platform/db/database.ts' {
  interface Database {
    limit_grants: LimitGrantRow;
  }
}
