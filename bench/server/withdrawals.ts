import type { SourceFile } from '../../engine/compiler/types.ts';
import { type Borrower, headersOf } from '../product/borrower.ts';
import { ask, complete } from './drafts.ts';

/** A consent that waits to be sent: one loan of one borrower, disclosed and not yet agreed to. */
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

/** As a finger draws it. */
const signature = {
  strokes: [
    [10, 80, 40, 20, 70, 90, 110, 30, 150, 85],
    [20, 60, 140, 55],
  ],
  widthPx: 320,
  heightPx: 160,
};

/** Borrowers are brought this far side by side. */
const lanes = 8;

/** An ID and an account of one's own: who shares them with somebody is looked at by a person. */
function ownNumbers(index: number): Record<string, object> {
  const number = String(31_000_000_000 + index);
  return { identity: { idNumber: `CRN0${number}` }, bank: { account: number, accountConfirmation: number } };
}

/** Takes one borrower through the application to the disclosed loan, each step as a browser would. */
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

/** Brings each borrower to where one may withdraw. */
export async function prepareWithdrawals(origin: string, borrowers: readonly Borrower[], files: readonly SourceFile[]): Promise<Consent[]> {
  const consents: Consent[] = [];
  const waiting = borrowers.entries();
  const lane = async () => {
    for (const [index, borrower] of waiting) consents.push(await bringToConsent(origin, borrower, files, index));
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return consents;
}
