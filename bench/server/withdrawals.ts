import type { SourceFile } from '../../engine/compiler/types.ts';
import { type Borrower, headersOf } from '../product/borrower.ts';
import { ask, complete } from './drafts.ts';

/** A pending consent: one borrower's disclosed loan. */
export interface Consent {
  borrower: Borrower;
  path: string;
  body: string;
}

interface Offer {
  products: { id: string; minCents: number; terms: { termDays: number }[] }[];
}

interface Draft {
  loanId: string;
  disclosureHash: string;
  nonce: string;
}

/** A typical drawn signature. */
const signature = {
  strokes: [
    [10, 80, 40, 20, 70, 90, 110, 30, 150, 85],
    [20, 60, 140, 55],
  ],
  widthPx: 320,
  heightPx: 160,
};

/** Number of borrowers prepared in parallel. */
const lanes = 8;

/** Unique ID and account numbers, because shared ones are referred to staff. */
function ownNumbers(index: number): Record<string, object> {
  const number = String(31_000_000_000 + index);
  return { identity: { idNumber: `CRN0${number}` }, bank: { account: number, accountConfirmation: number } };
}

/** Takes a borrower through the application to the disclosed loan, step by step like a browser. */
async function bringToConsent(origin: string, borrower: Borrower, files: readonly SourceFile[], index: number): Promise<Consent> {
  await complete(origin, borrower, files, ownNumbers(index));
  const post = <Answer>(path: string, body: object) =>
    ask<Answer>(origin + path, {
      method: 'POST',
      headers: { ...headersOf(borrower), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const { state } = await post<{ state: string }>('/api/applications', {});
  if (state !== 'accepted') throw new Error(`The application of the example is ${state}, not accepted.`);
  const [product] = (await ask<Offer>(`${origin}/api/loans/offer`, { headers: headersOf(borrower) })).products;
  const term = product?.terms[0];
  if (!product || !term) throw new Error('Nothing is offered.');
  const choice = { productId: product.id, amountCents: product.minCents, termDays: term.termDays };
  const { loanId, disclosureHash, nonce } = await post<Draft>('/api/loans', choice);
  return { borrower, path: `/api/loans/${loanId}/withdrawal`, body: JSON.stringify({ disclosureHash, nonce, signature }) };
}

/** Prepares each borrower up to the withdrawal. */
export async function prepareWithdrawals(origin: string, borrowers: readonly Borrower[], files: readonly SourceFile[]): Promise<Consent[]> {
  const consents: Consent[] = [];
  const waiting = borrowers.entries();
  const lane = async () => {
    for (const [index, borrower] of waiting) consents.push(await bringToConsent(origin, borrower, files, index));
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return consents;
}
