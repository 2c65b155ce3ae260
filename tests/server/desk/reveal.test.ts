import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Reveal } from '../../../server/contract/staff/applications.ts';
import { edited, shippedFiles, startProduct, type ProductApp } from '../support/product.ts';
import { referred, type Referred } from '../support/referred.ts';
import { type StaffMember, staffMember } from '../support/staff.ts';

let server: ProductApp;
let underwriter: StaffMember;
let application: Referred;
beforeAll(async () => {
  server = await startProduct({
    files: edited<{ revealsPerHour: number }>(shippedFiles(), 'flows/desk.json', (desk) => void (desk.revealsPerHour = 3)),
  });
  underwriter = await staffMember(server, 'underwriter');
  application = await referred(server);
});
afterAll(() => server.close());

const reveal = (who: StaffMember, form: string, field: string, reason = 'to compare it with the photo') =>
  who.call('POST', `/api/staff/applications/${application.id}/reveals`, { form, field, reason });

test('D07 a revealed answer comes as its screen shows it, and the log stays silent about it', async () => {
  const revealed = await reveal(underwriter, 'personalBasic', 'birthDate');
  expect(revealed.json()).toEqual({ value: '1994-06-12', text: 'June 12, 1994' });
  expect(JSON.stringify(server.log)).not.toMatch(/1994-06-12|June 12/);
});

test('D07 one person may reveal so many answers an hour; another person and the next hour are free', async () => {
  const other = await staffMember(server, 'underwriter', 'ana');
  expect((await reveal(other, 'identity', 'idNumber')).statusCode).toBe(200);
  expect((await reveal(other, 'nowhere', 'idNumber')).statusCode).toBe(404);
  const both = await Promise.all([1, 2, 3, 4].map(async () => reveal(other, 'identity', 'idNumber')));
  expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 200, 429, 429]);
  expect((await reveal(other, 'identity', 'idNumber')).json()).toMatchObject({
    code: 'tooFrequent',
    problems: [{ code: 'revealLimit', path: '/reason', params: { limit: 3, minutes: 60 } }],
  });
  expect((await reveal(underwriter, 'identity', 'idNumber')).statusCode).toBe(200);
  server.clock.advance(3600);
  const later = await staffMember(server, 'underwriter', 'ben');
  expect((await reveal(later, 'identity', 'idNumber')).statusCode).toBe(200);
});

test('D07 the reviewer reads who revealed which answer and why, and nobody else does', async () => {
  const reviewer = await staffMember(server, 'reviewer');
  const cara = await staffMember(server, 'support', 'cara');
  await reveal(cara, 'identity', 'idNumber', 'she could not read her own');
  const { reveals } = (await reviewer.call('GET', '/api/staff/reveals')).json<{ reveals: Reveal[] }>();
  expect(reveals[0]).toMatchObject({ name: 'cara', field: 'ID number', reason: 'she could not read her own' });
  expect(reveals[0]?.number).toMatch(/^A-[0-9A-F]{4}-[0-9A-F]{4}$/);
  expect(JSON.stringify(reveals)).not.toContain(application.idNumber);
  expect((await cara.call('GET', '/api/staff/reveals')).statusCode).toBe(403);
});

test('D03 D07 photos count in the same limit and stand in the same report; a refusal says when the next one can be seen', async () => {
  const dan = await staffMember(server, 'underwriter', 'dan');
  const openPhoto = () => dan.call('POST', `/api/staff/applications/${application.id}/files`, { form: 'identity', field: 'idPhoto' });
  expect((await reveal(dan, 'identity', 'idNumber')).statusCode).toBe(200);
  const answers = await Promise.all([1, 2, 3, 4].map(openPhoto));
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 200, 429, 429]);
  expect((await openPhoto()).json()).toMatchObject({ status: 429, code: 'revealLimit', params: { limit: 3, minutes: 60 } });
  expect((await reveal(dan, 'identity', 'idNumber')).json()).toMatchObject({ code: 'tooFrequent' });
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from audit_rows where actor = ${`staff:${dan.id}`}
    and action in ('answer.revealed', 'file.opened')`.execute(server.deps.db);
  expect(rows[0]?.count).toBe(3);
  const eve = await staffMember(server, 'reviewer', 'eve');
  const { reveals } = (await eve.call('GET', '/api/staff/reveals')).json<{ reveals: Reveal[] }>();
  expect(reveals.slice(0, 3).map(({ name, field, reason }) => [name, field, reason])).toEqual([
    ['dan', 'Photo of your ID', ''],
    ['dan', 'Photo of your ID', ''],
    ['dan', 'ID number', 'to compare it with the photo'],
  ]);
});
