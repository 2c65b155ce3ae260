import { expect, type Page } from '@playwright/test';
import type { Loan } from '../../../server/contract/loans.ts';
import type { LoanDraft } from '../../../server/contract/offers.ts';
import type { Repayment } from '../../../server/contract/repayments.ts';
import { type ApiBorrower, registerByApi } from './api.ts';
import type { RunningServer } from './server.ts';

type Answers = Record<string, Record<string, unknown>>;

/** Logs the page in as a borrower whose application was accepted (limit ₱10,000 with the shipped table). */
export async function acceptedBorrower(page: Page, server: RunningServer, answers: Answers = {}): Promise<ApiBorrower> {
  const borrower = await registerByApi(page.request, server);
  await borrower.reach('nowhere', answers);
  const submitted = await borrower.submit();
  expect(await submitted.json()).toMatchObject({ state: 'accepted' });
  await borrower.enter(page.context());
  return borrower;
}

/** LV-01's loan, on the shipped product's longest term. */
export const usualChoice = { productId: 'cashLoan', amountCents: 500_000, termDays: 30 };
export type Choice = typeof usualChoice & { couponId?: string };

async function answered<Body>(response: { ok(): boolean; text(): Promise<string>; json(): Promise<unknown> }): Promise<Body> {
  if (!response.ok()) throw new Error(await response.text());
  return (await response.json()) as Body;
}

/** Chooses a loan and consents to it through the API. The payout is under way. */
export async function withdraw(borrower: ApiBorrower, choice: Partial<Choice> = {}): Promise<Loan> {
  const draft = await answered<LoanDraft>(await borrower.post('/api/loans', { ...usualChoice, ...choice }));
  const { loanId, disclosureHash, nonce, signature } = draft;
  const consent = { disclosureHash, nonce, ...(signature === 'valid' ? {} : { signature: { typedName: 'Maria Santos' } }) };
  return answered(await borrower.post(`/api/loans/${loanId}/withdrawal`, consent));
}

export const loanOf = async (borrower: ApiBorrower): Promise<Loan> => answered(await borrower.get('/api/loans/current'));

/** Waits until a loan reaches the state, and settles pending transfers at the provider. */
export async function reached(server: RunningServer, borrower: ApiBorrower, state: Loan['state']): Promise<Loan> {
  await expect
    .poll(async () => {
      await settle(server, 'payout');
      return (await loanOf(borrower)).state;
    })
    .toBe(state);
  return loanOf(borrower);
}

/** A borrower who has received the money. */
export async function indebtedBorrower(page: Page, server: RunningServer, choice: Partial<Choice> = {}): Promise<ApiBorrower> {
  const borrower = await acceptedBorrower(page, server);
  await withdraw(borrower, choice);
  await reached(server, borrower, 'active');
  return borrower;
}

/** Repays through the API what settles the loan today. */
export async function repay(server: RunningServer, borrower: ApiBorrower): Promise<void> {
  const { id, payoffCents } = await loanOf(borrower);
  const { id: repaymentId } = await answered<Repayment>(
    await borrower.post('/api/repayments', { loanId: id, kind: 'full', expectedCents: payoffCents }),
  );
  await expect
    .poll(async () => {
      await settle(server, 'collection');
      return (await answered<Repayment>(await borrower.get(`/api/repayments/${repaymentId}`))).state;
    })
    .toBe('success');
}

/** Begins a repayment through the API, whose money comes in and is held. */
export async function heldMoney(server: RunningServer, borrower: ApiBorrower): Promise<void> {
  const { id: loanId, payoffCents: expectedCents } = await loanOf(borrower);
  const { id } = await answered<Repayment>(await borrower.post('/api/repayments', { loanId, kind: 'full', expectedCents }));
  const stateOf = async () => (await answered<Repayment>(await borrower.get(`/api/repayments/${id}`))).state;
  await expect.poll(stateOf).toBe('inProgress');
  await tell(server, `/dev/repayments/${id}/hold`, {});
}

type Provider = 'payout' | 'collection';

async function tell(server: RunningServer, path: string, body: object): Promise<void> {
  const response = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
}

/** Queues a fault at a provider (server/ports/sandbox/faults.ts). */
export const order = (server: RunningServer, provider: Provider, fault: string, times = 1) =>
  tell(server, `/dev/sandbox/${provider}/order`, { order: fault, times });

/** Settles pending transfers at a provider without waiting. */
export const settle = (server: RunningServer, provider: Provider) => tell(server, `/dev/sandbox/${provider}/settle`, {});

/** Moves the server's clock forward. An open page notices when it is reloaded. */
export const travel = (server: RunningServer, days: number) => tell(server, '/dev/clock', { advanceDays: days });

const dayMs = 86_400_000;

/** Travels to noon of the next Manila day, because a test that counts days must not cross midnight. */
export async function travelToNoon(server: RunningServer): Promise<void> {
  const noon = (Math.floor((Date.now() + 8 * 3_600_000) / dayMs) + 1) * dayMs + 4 * 3_600_000;
  await tell(server, '/dev/clock', { to: new Date(noon).toISOString() });
}

/** Signs on the pad as a finger does: two strokes of many small moves. */
export async function drawSignature(page: Page): Promise<void> {
  const pad = page.locator('.signature-pad svg:visible');
  await pad.scrollIntoViewIfNeeded();
  const box = await pad.boundingBox();
  if (!box) throw new Error('There is no pad to sign on.');
  const finger = await page.context().newCDPSession(page);
  const at = (x: number, y: number) => [{ x: box.x + box.width * x, y: box.y + box.height * y }];
  for (const height of [0.3, 0.6]) {
    await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0.2, height) });
    for (let step = 1; step <= 12; step += 1) {
      const touchPoints = at(0.2 + step * 0.04, height + 0.15 * Math.sin(step));
      await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints });
    }
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  }
  await finger.detach();
}

/** The visible screen. Others are kept alive beside it. */
export const shown = (page: Page) => page.locator('[data-current]');
export const current = (page: Page, screen: string) => page.locator(`[data-current][data-screen="${screen}"]`);

/** The figure beside its name. */
export const figure = (page: Page, name: string) =>
  shown(page)
    .locator('dl > div')
    .filter({ has: page.locator('dt', { hasText: new RegExp(`^${name}`) }) })
    .locator('dd')
    .first();

/** Marks the page, so that a reload can be detected. */
export const mark = (page: Page) => page.evaluate(() => void Object.assign(window, { sameVisit: true }));
export const isSameVisit = (page: Page) => page.evaluate(() => 'sameVisit' in window);
