import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, addMonths } from '../../../engine/config/days.ts';
import type { Repayment } from '../../../server/contract/repayments.ts';
import { manilaDay } from '../../support/manila.ts';
import { acceptedBorrower, activeLoan, advanceDays, call, settle } from '../support/lending.ts';
import type { Journey } from '../support/journey.ts';
import { newBorrower, startProduct, type ProductApp } from '../support/product.ts';
import { begun, rowOf } from './support.ts';

let server: ProductApp;
let borrower: Journey;
beforeAll(async () => {
  server = await startProduct();
  borrower = await acceptedBorrower(server);
});
afterAll(() => server.close());

const records = async (query = '') =>
  (await call(server, borrower, 'GET', `/api/repayments${query}`)).json<{ repayments: Repayment[]; since: string }>();
const result = async (id: string) => (await server.app.inject({ method: 'GET', url: `/api/repayment-results/${id}` })).json<object>();

test('C04 S38 the records cover three months by the day in Manila, newest first, of one loan or all', async () => {
  // Half past midnight in Manila is still the previous day in UTC.
  server.clock.set(new Date(`${addDays(manilaDay(server.clock.now()), 1)}T00:30:00+08:00`));
  await advanceDays(server, 0, borrower);
  const first = await activeLoan(server, borrower);
  const { id: extended } = await begun(server, borrower, { kind: 'extension' });
  await settle(server);
  const { id: paid } = await begun(server, borrower);
  await settle(server);
  const { id: second } = await activeLoan(server, borrower);
  const { id: other } = await begun(server, borrower);
  await settle(server);
  expect((await records()).repayments.map(({ id }) => id)).toEqual([other, paid, extended]);
  expect((await records(`?loanId=${first.id}`)).repayments).toMatchObject([
    { id: paid, kind: 'full', state: 'success', orderNumber: first.orderNumber },
    { id: extended, kind: 'extension', newDueDate: expect.any(String) as string },
  ]);
  expect((await records(`?loanId=${second}`)).repayments.map(({ id }) => id)).toEqual([other]);

  const lastDay = manilaDay((await rowOf(server, extended)).created_at);
  server.clock.set(new Date(`${addMonths(lastDay, 3)}T23:59:59+08:00`));
  await advanceDays(server, 0, borrower);
  expect(await records()).toMatchObject({ since: lastDay });
  expect((await records()).repayments).toHaveLength(3);
  server.clock.advance(2);
  expect((await records()).repayments).toEqual([]);
});

test('the result is shown without a session: only the state, by an unguessable id', async () => {
  const who = await acceptedBorrower(server);
  await activeLoan(server, who);
  const { id } = await begun(server, who);
  expect(id).toMatch(/^[\w-]{24}$/);
  expect(await result(id)).toEqual({ state: 'initiated' });
  await settle(server);
  expect(await result(id)).toEqual({ state: 'success' });
  expect(await result((await rowOf(server, id)).reference)).toEqual({ state: 'unknown' });
  expect(await result('x'.repeat(24))).toEqual({ state: 'unknown' });
});

test('without a loan there is nothing to repay and there are no records', async () => {
  const nobody = await newBorrower(server);
  expect((await call(server, nobody, 'GET', '/api/repayments/options')).json()).toEqual({});
  expect((await call(server, nobody, 'GET', '/api/repayments')).json()).toMatchObject({ repayments: [] });
});
