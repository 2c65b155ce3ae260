import type { JSONColumnType, Selectable } from 'kysely';
import type { Disclosure, LoanTerms } from '../../../lending/types.ts';

/** What a loan that was agreed to in advance is for, and when it is sent. */
export type Plan = { mode: 'day'; day: string } | { mode: 'scheduled'; dayOfMonth: number; firstDay: string } | { mode: 'automatic' };

export type Purpose = 'easyReloan' | 'appointment';

/** What a borrower agrees to for later: one loan, or one after the other. Only its state moves once it is agreed to. */
export interface StandingConsentRow {
  id: string;
  customer_id: string;
  purpose: Purpose;
  /** `replaced`: a draft or a consent in whose place another stands. */
  state: 'draft' | 'agreed' | 'replaced';
  plan: JSONColumnType<Plan>;
  product_id: string;
  principal_cents: number;
  term_days: number;
  /** A later loan is paid out on this consent only while today's terms are no worse. */
  terms: JSONColumnType<LoanTerms>;
  disclosure: JSONColumnType<Disclosure>;
  disclosure_hash: string;
  /** Binds the consent to this disclosure; good once. */
  nonce: string;
  release: string;
  /** The agreement as it was signed, from here on. */
  language: string | null;
  title: string | null;
  /** Markdown, sealed with the customer's data key (place `standingConsent|<id>`): it names the borrower. */
  sealed_text: string | null;
  /** SHA-256 of the Markdown. */
  text_hash: string | null;
  signature_id: string | null;
  agreed_at: Date | null;
  created_at: Date;
}
export type StandingConsent = Selectable<StandingConsentRow>;

declare module '../../../platform/db/database.ts' {
  interface Database {
    standing_consents: StandingConsentRow;
  }
}
