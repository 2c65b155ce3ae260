import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProductChange } from '../../../server/contract/staff/studio.ts';
import type { Terms } from '../../../server/contract/staff/studioTerms.ts';
import type { ProductApp } from '../support/product.ts';
import { type StaffMember, staffMember } from '../support/staff.ts';
import { startStudio } from '../support/studio.ts';

const path = 'flows/lending/products/cashLoan.product.json';
let server: ProductApp;
let editor: StaffMember;
let change: string;
beforeAll(async () => {
  server = await startStudio();
  editor = await staffMember(server, 'editor');
  change = (await editor.call('POST', '/api/staff/studio/changes', { title: 'Lower fees' })).json<ProductChange>().id;
});
afterAll(() => server.close());

const termsOf = async (query: string) => (await editor.call('GET', `/api/staff/studio/changes/${change}/terms?${query}`)).json<Terms>();

test('T10 a loan costs what its disclosure says, before and after a fee is halved', async () => {
  const file = `/api/staff/studio/changes/${change}/file`;
  const { text, hash } = (await editor.call('GET', `${file}?path=${path}`)).json<{ text: string; hash: string }>();
  await editor.call('PUT', file, { path, basedOn: hash, text: text.replace('"serviceFeePpm": 10000', '"serviceFeePpm": 5000') });
  const { loan } = await termsOf(`path=${path}&amountCents=1000000&termDays=30&day=2026-06-01`);
  // 10,000 pesos: 1 % and 0.5 % service fee, 20 pesos for the credit score, 18 % GST on the service fee, 30 days at 0.2 %.
  expect(loan?.before).toMatchObject({
    serviceFeeCents: 10_000,
    creditScoreFeeCents: 2000,
    gstCents: 1800,
    interestCents: 60_000,
    receivedCents: 986_200,
  });
  expect(loan?.after).toMatchObject({
    serviceFeeCents: 5000,
    creditScoreFeeCents: 2000,
    gstCents: 900,
    interestCents: 60_000,
    receivedCents: 992_100,
  });
  expect(loan?.after?.schedule).toEqual([
    { dueDate: '2026-07-01', principalCents: 1_000_000, interestCents: 60_000, totalCents: 1_060_000 },
  ]);
});

test('T10 the legal cap of the day stands beside the figures that it limits', async () => {
  const { fields } = await termsOf(`path=${path}&day=2026-06-01`);
  const daily = fields.find(({ pointer }) => pointer === '/parameters/dailyRatePpm');
  expect(daily).toMatchObject({ title: 'Daily rate', unit: 'ppm', cap: { ppm: 2000, source: 'SEC MC 14 s.2025', maxTermDays: 123 } });
  const before = await termsOf(`path=${path}&day=2025-06-01`);
  expect(before.fields.find(({ cap }) => cap)?.cap?.source).toBe('SEC MC 3 s.2022');
});

test('T10 an amount and a term that are not offered become the nearest, and the limits have units', async () => {
  const { loan } = await termsOf(`path=${path}&amountCents=130000&termDays=15`);
  expect(loan).toMatchObject({ amountCents: 150_000, termDays: 14, terms: [14, 21, 30] });
  const { fields, loan: none } = await termsOf('path=flows/lending/limits.json');
  expect(none).toBeUndefined();
  expect(fields.map(({ pointer, unit }) => [pointer, unit])).toContainEqual(['/growth/0/raisePpm', 'ppm']);
});

test('T10 other files have no terms', async () => {
  const { statusCode } = await editor.call('GET', `/api/staff/studio/changes/${change}/terms?path=flows/lending/legalCaps.json`);
  expect(statusCode).toBe(404);
});
