import { afterAll, beforeAll, expect, test } from 'vitest';
import { activeAccount, destinationOf } from '../../../server/product/payoutAccount/accounts.ts';
import { ownNumbers, acceptedBorrower, currentLoan, settle, withdrawn } from '../support/lending.ts';
import { startProduct, type ProductApp } from '../support/product.ts';

let server: ProductApp;
beforeAll(async () => {
  server = await startProduct();
});
afterAll(() => server.close());

test('L12 a bank refill changes the account and nothing else: the payee stays the person who was accepted', async () => {
  const borrower = await acceptedBorrower(server);
  server.payout.orders.order('accountFails');
  await withdrawn(server, borrower);
  await settle(server);
  expect(await currentLoan(server, borrower)).toMatchObject({ state: 'bankRefill' });
  await borrower.get();
  await borrower.save('bank', { payoutMethod: 'bank', bankName: 'bpi', account: '5566778899', accountConfirmation: '5566778899' });
  // The requested answer is given, so everything else is open again and changes too.
  const kept = ['idNumber', 'idPhoto'];
  const {
    idNumber: _idNumber,
    idPhoto: _idPhoto,
    ...identity
  } = { ...(await borrower.soundAnswers('identity')), lastName: 'Somebodyelse' } as Record<string, unknown>;
  await borrower.put('identity', identity, { kept });
  await borrower.get();
  await borrower.walkTo('nowhere', ownNumbers());
  expect((await borrower.submit()).json()).toMatchObject({ state: 'accepted' });
  const account = await activeAccount(server.deps.db, borrower.customerId);
  await server.deps.alarms.settled();
  const alarms = () => server.deps.db.selectFrom('alarms').selectAll().where('kind', '=', 'accountShared').execute();
  expect(await alarms()).toEqual([]);
  expect(account && (await destinationOf(server.deps, account))).toMatchObject({ account: '5566778899', holderName: 'Maria Reyes Santos' });
});

test('L12 a refill with the account of another borrower raises an alarm for staff', async () => {
  const shared = { account: '7700112233', accountConfirmation: '7700112233' };
  await acceptedBorrower(server, { bank: { payoutMethod: 'bank', bankName: 'bpi', ...shared } });
  const borrower = await acceptedBorrower(server);
  // Otherwise the payout of the test above would consume the fault.
  await settle(server);
  server.payout.orders.order('accountFails');
  await withdrawn(server, borrower);
  await settle(server);
  await borrower.get();
  await borrower.save('bank', { payoutMethod: 'bank', bankName: 'bpi', ...shared });
  await borrower.get();
  await borrower.walkTo('nowhere');
  expect((await borrower.submit()).json()).toMatchObject({ state: 'accepted' });
  await server.deps.alarms.settled();
  const account = await activeAccount(server.deps.db, borrower.customerId);
  const alarms = await server.deps.db.selectFrom('alarms').select('subject').where('kind', '=', 'accountShared').execute();
  expect(alarms).toEqual([{ subject: `account:${account?.id}` }]);
});
