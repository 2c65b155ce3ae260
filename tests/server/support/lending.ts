import { expect } from 'vitest';
import type { FormAnswers } from '../../../engine/config/definitions.ts';
import type { SignatureInput } from '../../../server/contract/agreements.ts';
import type { Loan } from '../../../server/contract/loans.ts';
import type { LoanDraft } from '../../../server/contract/offers.ts';
import { runDueJobs } from '../../../server/platform/jobs/run.ts';
import { violations } from '../../../server/platform/invariants.ts';
import { journey, type Journey } from './journey.ts';
import type { LoggedIn } from './login.ts';
import { newBorrower, sessionFor, type ProductApp } from './product.ts';

/** What a borrower asks for, unless the test says otherwise: LV-01's amount. */
export const usualChoice = { productId: 'cashLoan', amountCents: 500_000, termDays: 30 };
export type Choice = typeof usualChoice & { couponId?: string };

/** A signature as a finger draws it. */
export const signature: SignatureInput = {
  strokes: [
    [10, 80, 40, 20, 70, 90, 110, 30, 150, 85],
    [20, 60, 140, 55],
  ],
  widthPx: 320,
  heightPx: 160,
};

const secondsPerDay = 24 * 60 * 60;
/** Longer than the sandbox takes to settle, and than our first polling intervals. */
const settledAfterSeconds = 30;
let nextNumber = 21_123_456_000;

/** A unique ID number and account, so that no two borrowers count as the same person. */
export function ownNumbers(): Record<string, FormAnswers> {
  const number = String(nextNumber++);
  return { identity: { idNumber: `CRN0${number}` }, bank: { account: number, accountConfirmation: number } };
}

/** A borrower whose application was accepted (limit ₱10,000 with the shipped table). */
export async function acceptedBorrower(server: ProductApp, overrides: Record<string, FormAnswers> = {}, phone?: string): Promise<Journey> {
  const borrower = await journey(server, await newBorrower(server, phone));
  const own = ownNumbers();
  const answers = Object.keys({ ...own, ...overrides }).map((form) => [form, { ...own[form], ...overrides[form] }] as const);
  await borrower.walkTo('nowhere', Object.fromEntries(answers));
  const answer = await borrower.submit();
  expect(answer.json()).toMatchObject({ state: 'accepted' });
  return borrower;
}

/** Calls an operation of the API as a borrower. */
export const call = (
  server: ProductApp,
  who: LoggedIn,
  method: 'GET' | 'POST' | 'PUT',
  url: string,
  payload?: object,
  headers: Record<string, string> = {},
) => server.app.inject({ method, url, headers: { ...who.headers, ...headers }, ...(payload ? { payload } : {}) });

/** Returns the body of a response. Throws if the request failed. */
function answered<Body>(answer: { statusCode: number; body: string; json<T>(): T }): Body {
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`);
  return answer.json<Body>();
}

/** A disclosed loan that awaits consent. */
export async function prepared(
  server: ProductApp,
  who: LoggedIn,
  choice: Partial<Choice> = {},
): Promise<Required<Pick<LoanDraft, 'loanId' | 'disclosureHash' | 'nonce' | 'disclosure'>> & LoanDraft> {
  const answer = await call(server, who, 'POST', '/api/loans', { ...usualChoice, ...choice });
  return answered(answer);
}

/** Agrees to a draft and returns any response. */
export const consent = (
  server: ProductApp,
  who: LoggedIn,
  { loanId, disclosureHash, nonce }: Pick<LoanDraft, 'loanId' | 'disclosureHash' | 'nonce'>,
  headers: Record<string, string> = {},
) => call(server, who, 'POST', `/api/loans/${loanId}/withdrawal`, { disclosureHash, nonce, signature }, headers);

/** A loan that was agreed to and is being paid out. */
export async function withdrawn(server: ProductApp, who: LoggedIn, choice: Partial<Choice> = {}): Promise<Loan & { id: string }> {
  const answer = await consent(server, who, await prepared(server, who, choice));
  return answered(answer);
}

/** A loan that was paid out. */
export async function activeLoan(server: ProductApp, who: LoggedIn, choice: Partial<Choice> = {}): Promise<Loan & { id: string }> {
  await withdrawn(server, who, choice);
  await settle(server);
  const loan = await currentLoan(server, who);
  expect(loan).toMatchObject({ state: 'active' });
  return loan as Loan & { id: string };
}

export const currentLoan = async (server: ProductApp, who: LoggedIn): Promise<Loan> =>
  (await call(server, who, 'GET', '/api/loans/current')).json<Loan>();

/** Moves the clock by some seconds and runs each job when it is due. */
export async function settle(server: ProductApp, seconds = settledAfterSeconds): Promise<void> {
  const until = new Date(server.clock.now().getTime() + seconds * 1000);
  await runDueJobs(server.deps);
  for (let next = await nextJobAt(server); next && next <= until; next = await nextJobAt(server)) {
    server.clock.set(next);
    await runDueJobs(server.deps);
  }
  server.clock.set(until);
}

async function nextJobAt({ deps }: ProductApp): Promise<Date | undefined> {
  const row = await deps.db
    .selectFrom('jobs')
    .select(({ fn }) => fn.min('run_at').as('at'))
    .where('done_at', 'is', null)
    .where('failed_at', 'is', null)
    .executeTakeFirst();
  return row?.at ?? undefined;
}

/** Moves the clock by some days and then runs the jobs that became due. Sessions end meanwhile, so the borrowers log in again. */
export async function advanceDays(server: ProductApp, days: number, ...borrowers: LoggedIn[]): Promise<void> {
  server.clock.advance(days * secondsPerDay);
  await runDueJobs(server.deps);
  for (const borrower of borrowers) borrower.headers = await sessionFor(server.deps, borrower.customerId);
}

/** Expects all invariants to hold (safety.md, "Invariants"). */
export const expectSound = async (server: ProductApp): Promise<void> => expect(await violations(server.deps)).toEqual([]);
