import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Coupon } from '../../../server/contract/coupons.ts';
import { auditRows } from '../support/auditRows.ts';
import { acceptedBorrower, activeLoan, call, expectSound } from '../support/lending.ts';
import { startProduct, type ProductApp } from '../support/product.ts';
import { freshSupport, type StaffMember } from '../support/staff.ts';
import { expectRefused, reloanOf, repaid, smsTo, turnedOn, turnOff } from '../support/advance.ts';

let server: ProductApp;
beforeAll(async () => void (server = await startProduct()));
afterAll(async () => {
  await expectSound(server);
  await server.close();
});

const end = (person: StaffMember, customerId: string, body: object = { reason: 'she asked on the phone' }) =>
  person.call('POST', `/api/staff/customers/${customerId}/easy-reloan/end`, body);

test('E16 L09 after a voucher was used, customer service may turn Easy Re-loan off but the borrower may not; the borrower is notified', async () => {
  const borrower = await acceptedBorrower(server);
  await activeLoan(server, borrower, { amountCents: 100_000 });
  await turnedOn(server, borrower, { mode: 'scheduled', dayOfMonth: 28 }, { amountCents: 100_000 });
  const { platform } = (await call(server, borrower, 'GET', '/api/coupons')).json<{ platform: Coupon[] }>();
  await repaid(server, borrower, platform.find(({ type }) => type === 'easyReloanActivation')?.id);
  expectRefused(await turnOff(server, borrower), 409, 'easyReloanVoucherUsed');

  const person = await freshSupport(server);
  expect((await end(person, borrower.customerId)).json()).toEqual({ state: 'off' });
  expect(await reloanOf(server, borrower)).toMatchObject({ state: 'off' });
  expect(await smsTo(server, borrower, 'Easy Re-loan is off')).toHaveLength(1);
  const row = await auditRows(server.deps.db)
    .selectAll()
    .where('action', '=', 'easyReloan.ended')
    .where('subject', '=', `customer:${borrower.customerId}`)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ actor: `staff:${person.id}`, detail: '{"reason":"she asked on the phone"}' });
  expectRefused(await end(await freshSupport(server), borrower.customerId), 422, 'easyReloanOff');
});

test('L10 an unused voucher of the activation is revoked, as when the borrower turns it off', async () => {
  const borrower = await acceptedBorrower(server);
  await turnedOn(server, borrower, { mode: 'automatic' }, { amountCents: 100_000 });
  expect((await end(await freshSupport(server), borrower.customerId)).statusCode).toBe(200);
  const rows = await server.deps.db
    .selectFrom('coupons')
    .select('state')
    .where('customer_id', '=', borrower.customerId)
    .where('grant_key', 'like', 'easyReloan:%')
    .execute();
  expect(rows).toEqual([{ state: 'revoked' }]);
});

test('needs a reason, a customer, and an active Easy Re-loan', async () => {
  const borrower = await acceptedBorrower(server);
  const person = await freshSupport(server);
  const answers = [await end(person, borrower.customerId, {}), await end(person, 'nobody'), await end(person, borrower.customerId)];
  expect(answers.map((answer) => answer.json<{ code: string }>().code)).toEqual(['badRequest', 'notFound', 'easyReloanOff']);
});
