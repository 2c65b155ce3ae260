import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Found } from '../../../server/contract/staff/customers.ts';
import { idEndOf } from '../../../server/product/application/number.ts';
import { orderNumberOf } from '../../../server/product/withdrawal/orderNumber.ts';
import texts from '../../cases/staff/search.json' with { type: 'json' };
import type { Journey } from '../support/journey.ts';
import { acceptedBorrower, activeLoan, call } from '../support/lending.ts';
import { startProduct, type ProductApp } from '../support/product.ts';
import { staffMember, type StaffMember } from '../support/staff.ts';

let server: ProductApp;
let support: StaffMember;
let borrower: Journey;
let [applicationNumber, orderNumber] = ['', ''];
beforeAll(async () => {
  server = await startProduct();
  borrower = await acceptedBorrower(server, { identity: { firstName: 'Quirino', middleName: 'Abad', lastName: 'Ñepomuceno' } });
  await acceptedBorrower(server, { identity: { firstName: 'Quirina', middleName: 'Yap', lastName: 'Ocampo' } });
  const current = await call(server, borrower, 'GET', '/api/applications/current');
  applicationNumber = current.json<{ number: string }>().number;
  orderNumber = (await activeLoan(server, borrower)).orderNumber ?? '';
  support = await staffMember(server, 'support');
});
afterAll(() => server.close());

const find = async (text: string): Promise<Found> => (await support.call('POST', '/api/staff/searches', { text })).json<Found>();
const namesOf = ({ customers }: Found) => customers.map(({ name }) => name).toSorted();

test.each(texts)('"$text" is read as $by', ({ text, by, is }) => {
  expect(idEndOf(text)).toBe(by === 'applicationNumber' ? is : undefined);
  expect(orderNumberOf(text)).toBe(by === 'orderNumber' ? is : undefined);
});

describe('a borrower is found', () => {
  test.each([
    ['applicationNumber', () => applicationNumber],
    ['applicationNumber', () => applicationNumber.toLowerCase().replaceAll('-', ' ')],
    ['orderNumber', () => orderNumber],
    ['orderNumber', () => orderNumber.toLowerCase().replaceAll('-', '')],
    ['phone', () => `0${borrower.phone}`],
    ['phone', () => `+63 ${borrower.phone}`],
    ['name', () => 'quirino'],
    ['name', () => 'ÑEPO qui'],
    ['name', () => 'Quirino Abad Ñepomuceno'],
  ])('by %s', async (by, text) => {
    const found = await find(text());
    expect(found).toMatchObject({
      by,
      more: false,
      customers: [
        {
          customerId: borrower.customerId,
          name: 'Quirino Abad Ñepomuceno',
          applications: [{ number: applicationNumber, state: 'accepted' }],
          loans: [{ orderNumber, state: 'active' }],
        },
      ],
    });
    expect(JSON.stringify(found)).not.toContain(borrower.phone);
  });

  test('among others of the same name', async () => {
    expect(namesOf(await find('quirin'))).toEqual(['Quirina Yap Ocampo', 'Quirino Abad Ñepomuceno']);
  });

  test.each(['A-0000-0000', 'HK-00000-00000', '09990000000', 'uirino', 'Quirino Ocampo', '%', "'; drop table loans; --"])(
    'and nobody by %s',
    async (text) => expect((await find(`${text} `)).customers).toEqual([]),
  );
});

test('the audit has who searched but not the search text', async () => {
  await find('Ñepomuceno');
  const row = await server.deps.db
    .selectFrom('audit_rows')
    .selectAll()
    .where('action', '=', 'customers.searched')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ actor: `staff:${support.id}`, detail: '{"by":"name","found":1}' });
});

test('a deleted account is not found', async () => {
  const gone = await acceptedBorrower(server, { identity: { firstName: 'Wenceslao', lastName: 'Umali' } });
  expect(namesOf(await find('Wenceslao'))).toHaveLength(1);
  const asked = await support.call('POST', '/api/staff/deletion-requests', { customerId: gone.customerId, reason: 'mail of today' });
  await support.call('POST', `/api/staff/deletion-requests/${asked.json<{ id: string }>().id}/completion`);
  for (const text of ['Wenceslao', `0${gone.phone}`]) expect((await find(text)).customers).toEqual([]);
});
