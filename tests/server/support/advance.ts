import { expect } from 'vitest';
import type { Appointment, EasyReloanView, AdvanceDraft } from '../../../server/contract/advance.ts';
import { runDueJobs } from '../../../server/platform/jobs/run.ts';
import { enqueueTicks } from '../../../server/platform/jobs/ticks.ts';
import { manilaDay } from '../../support/manila.ts';
import type { LoggedIn } from './login.ts';
import { call, settle, signature, usualChoice } from './lending.ts';
import { begun } from '../repayments/support.ts';
import { sessionFor, type ProductApp } from './product.ts';

/** Loans that are agreed to in advance, as a borrower makes them over the API. */

type Draft = AdvanceDraft & Required<Pick<AdvanceDraft, 'consentId' | 'disclosureHash' | 'nonce'>>;
export type Plan = { mode: 'automatic' } | { mode: 'scheduled'; dayOfMonth: number };

const good = <Body>(answer: { statusCode: number; body: string; json<T>(): T }): Body => {
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`);
  return answer.json<Body>();
};

export const preparedReloan = async (server: ProductApp, who: LoggedIn, plan: Plan, choice: Partial<typeof usualChoice> = {}) =>
  good<Draft>(await call(server, who, 'POST', '/api/easy-reloan/drafts', { ...usualChoice, ...choice, ...plan }));

/** Agrees to a draft and returns any response. */
export const agreeTo = (
  server: ProductApp,
  who: LoggedIn,
  url: '/api/easy-reloan' | '/api/appointments',
  { consentId, disclosureHash, nonce }: Pick<Draft, 'consentId' | 'disclosureHash' | 'nonce'>,
  headers: Record<string, string> = {},
) => call(server, who, 'POST', url, { consentId, disclosureHash, nonce, signature }, headers);

export const turnedOn = async (server: ProductApp, who: LoggedIn, plan: Plan, choice: Partial<typeof usualChoice> = {}) =>
  good<EasyReloanView>(await agreeTo(server, who, '/api/easy-reloan', await preparedReloan(server, who, plan, choice)));

export const turnOff = (server: ProductApp, who: LoggedIn) => call(server, who, 'POST', '/api/easy-reloan/off', {});

export const reloanOf = async (server: ProductApp, who: LoggedIn) =>
  good<EasyReloanView>(await call(server, who, 'GET', '/api/easy-reloan'));

export const preparedBooking = async (server: ProductApp, who: LoggedIn, day: string, choice: Partial<typeof usualChoice> = {}) =>
  good<Draft>(await call(server, who, 'POST', '/api/appointments/drafts', { ...usualChoice, ...choice, day }));

export const booked = async (server: ProductApp, who: LoggedIn, day: string, choice: Partial<typeof usualChoice> = {}) =>
  good<Appointment>(await agreeTo(server, who, '/api/appointments', await preparedBooking(server, who, day, choice)));

export const bookingsOf = async (server: ProductApp, who: LoggedIn) =>
  good<{ coming: Appointment[]; past: Appointment[] }>(await call(server, who, 'GET', '/api/appointments'));

/** Repays the open loan in full, with a coupon if one is named. */
export async function repaid(server: ProductApp, who: LoggedIn, couponId?: string): Promise<void> {
  await begun(server, who, couponId === undefined ? {} : { couponId });
  await settle(server);
}

/** Runs this hour's ticks and the jobs that they cause, until the sandbox has settled. */
async function tick(server: ProductApp, seconds?: number): Promise<void> {
  await enqueueTicks(server.deps);
  await runDueJobs(server.deps);
  await settle(server, seconds);
}

/** Moves the clock to an hour of a later day in Manila. Sessions end meanwhile, so the borrowers log in again. */
export async function goTo(server: ProductApp, day: string, ...borrowers: LoggedIn[]): Promise<void> {
  server.clock.set(new Date(`${day}T02:00:00Z`));
  await tick(server);
  for (const borrower of borrowers) borrower.headers = await sessionFor(server.deps, borrower.customerId);
}

/** Moves the clock by some hours in the same way. */
export async function wait(server: ProductApp, hours: number, ...borrowers: LoggedIn[]): Promise<void> {
  server.clock.advance(hours * 3600);
  await tick(server);
  for (const borrower of borrowers) borrower.headers = await sessionFor(server.deps, borrower.customerId);
}

export const today = ({ clock }: ProductApp): string => manilaDay(clock.now());

/** Messages to this borrower that contain a text, newest first. */
export async function smsTo(server: ProductApp, who: LoggedIn, text: string): Promise<string[]> {
  await settle(server);
  return server.sms.outbox.filter((sms) => sms.to.endsWith(who.phone) && sms.text.includes(text)).map((sms) => sms.text);
}

export const expectRefused = (answer: { statusCode: number; json(): unknown }, status: number, code: string): void =>
  expect(answer.json()).toMatchObject({ status, code });
