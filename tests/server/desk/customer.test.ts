import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CustomerPage } from '../../../server/contract/staff/customers.ts';
import { phoneVault } from '../../../server/platform/customer/phone.ts';
import { begun } from '../repayments/support.ts';
import { startDesk, type DeskApp } from '../support/desk.ts';
import type { Journey } from '../support/journey.ts';
import { acceptedBorrower, activeLoan } from '../support/lending.ts';
import { sessionFor } from '../support/product.ts';
import { staffMember, type StaffMember } from '../support/staff.ts';

let server: DeskApp;
let support: StaffMember;
let borrower: Journey;
let orderNumber = '';
beforeAll(async () => {
  server = await startDesk();
  borrower = await acceptedBorrower(server, { identity: { firstName: 'Liza', middleName: 'Abad', lastName: 'Soberano' } });
  orderNumber = (await activeLoan(server, borrower)).orderNumber ?? '';
  support = await staffMember(server, 'support');
});
afterAll(() => server.close());

const path = (rest = '') => `/api/staff/customers/${borrower.customerId}${rest}`;
const page = async () => (await support.call('GET', path())).json<CustomerPage>();
const audited = async (action: string) =>
  server.deps.db.selectFrom('audit_rows').select(['actor', 'detail']).where('action', '=', action).orderBy('id', 'desc').executeTakeFirst();
const reason = 'She called and proved who she is.';

test('D08 one page shows all that concerns a customer, with her number masked', async () => {
  const { hash = '' } = server.releases.active().manifest.documents['privacy']?.['en'] ?? {};
  const accepted = { id: 'c1', customer_id: borrower.customerId, document: 'privacy', hash, language: 'en', accepted_at: new Date() };
  await server.deps.db.insertInto('consents').values(accepted).execute();
  const shown = await page();
  expect(shown).toMatchObject({ name: 'Liza Abad Soberano', language: 'en', isDeleted: false, failedCodes: 0 });
  expect(shown.phone).toMatch(/^\+63 \d{3} ••• ••\d\d$/);
  expect(shown.loans.map((loan) => loan.orderNumber)).toEqual([orderNumber]);
  expect(shown.applications.map(({ state }) => state)).toEqual(['accepted']);
  expect(shown.messages.map(({ title }) => title)).not.toHaveLength(0);
  expect(shown.documents.map(({ document }) => document)).toContain('privacy');
  expect(JSON.stringify(shown)).not.toContain(borrower.phone);
  expect(await audited('customer.opened')).toMatchObject({ actor: `staff:${support.id}` });
});

test('D08 the page shows her payments, the work about her and its notes, as far as the role sees it', async () => {
  expect(await page()).toMatchObject({ payments: [], work: [], notes: [] });
  const { id: repayment } = await begun(server, borrower);
  const deletion = await support.call('POST', '/api/staff/deletion-requests', { customerId: borrower.customerId, reason });
  const [item] = (await page()).work;
  expect(item).toMatchObject({ kind: 'deletion', subject: deletion.json<{ id: string }>().id });
  await support.call('POST', `/api/staff/work/${item?.id}/notes`, { answers: { text: 'She will send a letter.' } });
  expect(await page()).toMatchObject({
    payments: [{ id: repayment, orderNumber, kind: 'full', amountCents: expect.any(Number) }],
    notes: [{ by: 'support', answers: { text: 'She will send a letter.' } }],
  });
  const underwriter = await staffMember(server, 'underwriter');
  expect((await underwriter.call('GET', path())).json()).toMatchObject({ payments: [{ id: repayment }], work: [], notes: [] });
  await support.call('POST', `/api/staff/deletion-requests/${item?.subject}/refusal`, { reason });
});

test('D08 support logs her out everywhere, with a reason in the audit log', async () => {
  const headers = await sessionFor(server.deps, borrower.customerId);
  expect((await page()).sessions).not.toHaveLength(0);
  const ended = await support.call('POST', path('/sessions/end'), { reason });
  expect(ended.json<{ ended: number }>().ended).toBeGreaterThan(0);
  expect((await server.app.inject({ url: '/api/auth/session', headers })).statusCode).toBe(401);
  expect((await page()).sessions).toEqual([]);
  expect(await audited('customer.sessionsEnded')).toMatchObject({ detail: expect.stringContaining(reason) });
});

test('D08 support changes her language, to one that is offered', async () => {
  expect((await support.call('PUT', path('/language'), { reason, language: 'fil' })).json()).toEqual({ language: 'fil' });
  expect((await page()).language).toBe('fil');
  const unknown = await support.call('PUT', path('/language'), { reason, language: 'fr' });
  expect(unknown.json()).toMatchObject({ status: 422, problems: [{ path: '/language' }] });
});

test('D08 support unlocks her number', async () => {
  const number = { e164: `+63${borrower.phone}`, national: borrower.phone, callingCode: '63' };
  const row = { phone_digest: phoneVault(server.deps.settings.keyring).digest(number), failures: 3, day: '2026-03-10', last_sent_at: null };
  await server.deps.db.insertInto('login_numbers').values(row).execute();
  expect((await page()).failedCodes).toBe(3);
  expect((await support.call('POST', path('/unlock'), { reason })).json()).toEqual({ found: true });
  expect((await page()).failedCodes).toBe(0);
});

describe('D08 refused is', () => {
  test.each([
    ['an action without a reason', '/unlock', { reason: '  ' }, 400],
    ['a customer that does not exist', undefined, {}, 404],
  ])('%s', async (_, rest, body, status) => {
    const answer =
      rest === undefined ? await support.call('GET', '/api/staff/customers/nobody') : await support.call('POST', path(rest), body);
    expect(answer.statusCode).toBe(status);
  });

  test('an admin, who sees no personal data', async () => {
    const admin = await staffMember(server, 'admin');
    expect((await admin.call('GET', path())).statusCode).toBe(403);
  });
});
