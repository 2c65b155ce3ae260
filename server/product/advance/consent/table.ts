import type { JSONColumnType, Selectable } from 'kysely';
import type { Disclosure, LoanTerms } from '../../../lending/types.ts';

/** When a loan agreed to in advance is paid out. */
export type Plan = { mode: 'day'; day: string } | { mode: 'scheduled'; dayOfMonth: number; firstDay: string } | { mode: 'automatic' };

export type Purpose = 'easyReloan' | 'appointment';

/** A borrower's consent to one later loan or to a series of loans. Once agreed, only its state changes. */
export interface StandingConsentRow {
  id: string;
  customer_id: string;
  purpose: Purpose;
  /** `replaced`: a newer draft or consent has taken its place. */
  state: 'draft' | 'agreed' | 'replaced';
  plan: JSONColumnType<Plan>;
  product_id: string;
  principal_cents: number;
  term_days: number;
  /** The terms agreed to. A later loan is paid out under this consent only if the terms of that day are no worse. */
  terms: JSONColumnType<LoanTerms>;
  disclosure: JSONColumnType<Disclosure>;
  disclosure_hash: string;
  /** Binds the consent to this disclosure. Valid once. */
  nonce: string;
  release: string;
  /** This field and those below are the signed agreement. */
  language: string | null;
  title: string | null;
  /** Markdown, sealed with the customer's data key (place `standingConsent|<id>`), because it names the borrower. */
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
