/** A signature on file. Image and vector belong to the customer, not to a signed document. */
export interface SignatureRow {
  id: string;
  customer_id: string;
  kind: 'drawn' | 'typed';
  /** Strokes or typed name, sealed with the customer's data key (place `signature|<id>`). */
  sealed: string;
  /** Where its picture lies in storage. */
  png_key: string;
  created_at: Date;
  retired_at: Date | null;
}

/** A document as it read when it was shown; its text never changes. */
export interface AgreementRow {
  id: string;
  customer_id: string;
  loan_id: string;
  kind: 'agreement' | 'sanctionLetter';
  /** By flows/lifecycles/agreement.lifecycle.json. */
  state: 'unsigned' | 'signed' | 'superseded';
  language: string;
  title: string;
  /** Markdown, sealed with the customer's data key (place `agreement|<id>`): it names the borrower. */
  sealed_text: string;
  /** SHA-256 of the Markdown. */
  hash: string;
  disclosure_hash: string;
  /** Nonce of the consent; of an agreement only, good once. */
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
