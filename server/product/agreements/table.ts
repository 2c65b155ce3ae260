/** A signature on file. Picture and path belong to the customer, not to one signed document. */
export interface SignatureRow {
  id: string;
  customer_id: string;
  kind: 'drawn' | 'typed';
  /** Strokes or typed name, sealed with the customer's data key (place `signature|<id>`). */
  sealed: string;
  /** Storage key of its picture. */
  png_key: string;
  created_at: Date;
  retired_at: Date | null;
}

/** A document as it was shown. Its text never changes. */
export interface AgreementRow {
  id: string;
  customer_id: string;
  loan_id: string;
  kind: 'agreement' | 'sanctionLetter';
  /** State of flows/lifecycles/agreement.lifecycle.json. */
  state: 'unsigned' | 'signed' | 'superseded';
  language: string;
  title: string;
  /** Markdown, sealed with the customer's data key (place `agreement|<id>`), because it names the borrower. */
  sealed_text: string;
  /** SHA-256 of the Markdown. */
  hash: string;
  disclosure_hash: string;
  /** Nonce of the consent, valid once. Only an agreement has one. */
  nonce: string | null;
  signature_id: string | null;
  signed_at: Date | null;
  created_at: Date;
}

declare module '../../platform/db/database.ts' {
  interface Database {
    signatures: SignatureRow;
    agreements: AgreementRow;
  }
}
