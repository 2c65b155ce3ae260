import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FormAnswers } from '../../../engine/config/definitions.ts';
import { auditRows } from '../support/auditRows.ts';
import { journey, type Journey } from '../support/journey.ts';
import { newBorrower, startProduct, type ProductApp } from '../support/product.ts';
import { type StaffMember, staffMember } from '../support/staff.ts';

let server: ProductApp;
let underwriter: StaffMember;
let support: StaffMember;
beforeAll(async () => {
  server = await startProduct();
  underwriter = await staffMember(server, 'underwriter');
  support = await staffMember(server, 'support');
});
afterAll(() => server.close());

let nextNumber = 31_123_456_000;
const student: FormAnswers = { jobType: 'student', income: 'under12000', schoolName: 'UP', enrolment: '2024-08', graduation: '2028-06' };

/** A borrower whose application is referred to staff. */
async function referred(): Promise<{ borrower: Journey; id: string; idNumber: string }> {
  const borrower = await journey(server, await newBorrower(server));
  const number = String(nextNumber++);
  const idNumber = `CRN0${number}`;
  await borrower.walkTo('nowhere', { identity: { idNumber }, bank: { account: number, accountConfirmation: number }, work: student });
  const { id, state } = (await borrower.submit()).json<{ id: string; state: string }>();
  expect(state).toBe('referred');
  return { borrower, id, idNumber };
}

const audited = (subject: string) =>
  auditRows(server.deps.db).select(['actor', 'action', 'detail']).where('subject', '=', subject).execute();

test('lists applications by state, newest first, with masked numbers', async () => {
  const { id: older } = await referred();
  // Rows of the same moment have no order, and the clock stands still.
  server.clock.advance(1);
  const { id } = await referred();
  const { applications } = (await support.call('GET', '/api/staff/applications?state=referred')).json<{
    applications: Record<string, string>[];
  }>();
  expect(applications[0]).toMatchObject({ id, state: 'referred', phone: expect.stringMatching(/^\+63 9\d\d ••• ••\d\d$/) as string });
  expect(applications.findIndex((application) => application['id'] === older)).toBeGreaterThan(0);
  expect((await support.call('GET', '/api/staff/applications?state=accepted')).json()).not.toContain(id);
});

test('an application masks sensitive answers; revealing one needs a reason and is audited', async () => {
  const { id, idNumber } = await referred();
  const opened = (await support.call('GET', `/api/staff/applications/${id}`)).json<{
    answers: Record<string, Record<string, unknown>>;
    sensitive: Record<string, string[]>;
  }>();
  expect(opened.answers['work']).toMatchObject({ jobType: 'student' });
  expect(opened.answers['identity']?.['idNumber']).toBe('••••');
  expect(opened.sensitive['identity']).toContain('idNumber');
  expect(JSON.stringify(opened)).not.toContain(idNumber);

  const revealed = await support.call('POST', `/api/staff/applications/${id}/reveals`, {
    form: 'identity',
    field: 'idNumber',
    reason: 'a call',
  });
  expect(revealed.json()).toEqual({ value: idNumber, text: expect.stringMatching(/^CRN-\d{4}-\d{7}-\d$/) as string });
  const rows = await audited(`application:${id}`);
  expect(rows.at(-1)).toMatchObject({ actor: `staff:${support.id}`, action: 'answer.revealed' });
  expect(rows.at(-1)?.detail).toContain('a call');
  expect(JSON.stringify(rows)).not.toContain(idNumber);
});

test('nothing is revealed without a reason or an answer', async () => {
  const { id } = await referred();
  const url = `/api/staff/applications/${id}/reveals`;
  expect((await support.call('POST', url, { form: 'identity', field: 'idNumber' })).statusCode).toBe(400);
  expect((await support.call('POST', url, { form: 'identity', field: 'idNumber', reason: '' })).statusCode).toBe(400);
  expect((await support.call('POST', url, { form: '__proto__', field: 'toString', reason: 'curious' })).statusCode).toBe(404);
  expect((await support.call('POST', url, { form: 'identity', field: 'constructor', reason: 'curious' })).statusCode).toBe(404);
});

test('L02 an underwriter accepts a referred application with a limit, once', async () => {
  const { borrower, id } = await referred();
  const url = `/api/staff/applications/${id}/decisions`;
  expect((await underwriter.call('POST', url, { decision: 'accepted' })).statusCode).toBe(400);
  for (const limitCents of [8_000_001, 2_147_483_647, 2_147_483_648]) {
    expect((await underwriter.call('POST', url, { decision: 'accepted', limitCents })).json()).toMatchObject({
      status: 400,
      problems: [{ code: 'maximum', path: '/limitCents' }],
    });
  }
  expect((await underwriter.call('POST', url, { decision: 'accepted', limitCents: 700_000 })).json()).toEqual({ state: 'accepted' });
  expect((await underwriter.call('POST', url, { decision: 'accepted', limitCents: 900_000 })).json()).toMatchObject({
    code: 'notReferred',
  });
  const view = await server.app.inject({ method: 'GET', url: '/api/applications/current', headers: borrower.headers });
  expect(view.json()).toMatchObject({ state: 'accepted', limitCents: 700_000 });
});

test('L01 an underwriter rejects with a reason and a number of days', async () => {
  const { borrower, id } = await referred();
  const decision = { decision: 'rejected', reason: 'manualReview', retryAfterDays: 12 };
  expect((await underwriter.call('POST', `/api/staff/applications/${id}/decisions`, decision)).json()).toEqual({ state: 'rejected' });
  const view = await server.app.inject({ method: 'GET', url: '/api/applications/current', headers: borrower.headers });
  expect(view.json()).toMatchObject({ state: 'rejected', reason: 'manualReview', retryAfterDays: 12, resubmissionDate: '2026-03-22' });
});

test('L12 chosen fields are sent back with reasons: they open, the rest stays locked', async () => {
  const { borrower, id } = await referred();
  const corrections = [
    { form: 'identity', field: 'idPhoto', reason: 'photoUnclear', note: 'The corner is cut off.' },
    { form: 'work', field: 'schoolName', reason: 'other' },
  ];
  const sent = await support.call('POST', `/api/staff/applications/${id}/corrections`, { corrections });
  expect(sent.json()).toEqual({ state: 'identityRefill' });
  const snapshot = await borrower.get();
  expect(snapshot.corrections).toEqual([{ ...corrections[0], anew: true }, corrections[1]]);
  expect(snapshot.position.path.filter(({ status }) => status === 'sentBack').map(({ id: step }) => step)).toEqual(['identity', 'work']);
});

test('L12 sending back the ID type also opens the number that depends on it, and nothing else', async () => {
  const { borrower, id, idNumber } = await referred();
  const corrections = [
    { form: 'identity', field: 'idType', reason: 'identityMismatch' },
    { form: 'work', field: 'schoolName', reason: 'other' },
  ];
  expect((await support.call('POST', `/api/staff/applications/${id}/corrections`, { corrections })).statusCode).toBe(200);
  await borrower.get();
  const oldNumber = await borrower.put('identity', { idType: 'passport' }, { kept: ['idNumber', 'idPhoto'] });
  expect(oldNumber.json()).toMatchObject({ status: 422, problems: [{ code: 'formatPassport', path: '/idNumber' }] });
  const otherName = await borrower.put('identity', { idType: 'passport', idNumber: 'P1234567A', lastName: 'Other' }, { kept: ['idPhoto'] });
  expect(otherName.json()).toMatchObject({ status: 422, problems: [{ code: 'locked', path: '/lastName' }] });
  const sameType = await borrower.put('identity', { idType: 'umid', idNumber: 'CRN099999999999' }, { kept: ['idPhoto'] });
  expect(sameType.json()).toMatchObject({ status: 422, problems: [{ code: 'locked', path: '/idNumber' }] });
  const saved = await borrower.save('identity', { idType: 'passport', idNumber: 'P1234567A' }, ['idPhoto']);
  expect(saved.corrections).toEqual([
    { ...corrections[0], given: true },
    corrections[1],
    { form: 'identity', field: 'idNumber', reason: 'identityMismatch', given: true },
  ]);
  expect(idNumber).not.toBe('P1234567A');
});

test('R12 L12 a part of one item is sent back: its item opens, and the rest of the list stays as submitted', async () => {
  const { borrower, id } = await referred();
  const request = { form: 'contact', field: 'contacts', part: '/1/phone', reason: 'notReachable' };
  const send = (corrections: object[]) => support.call('POST', `/api/staff/applications/${id}/corrections`, { corrections });
  const codes = async (corrections: object[]) =>
    (await send(corrections)).json<{ problems: { code: string; path: string }[] }>().problems.map(({ code, path }) => `${path} ${code}`);
  expect(await codes([{ ...request, part: '/7/phone' }])).toEqual(['/corrections/0 unknownField']);
  expect(await codes([{ ...request, part: '/1/shoeSize' }])).toEqual(['/corrections/0 unknownField']);
  const city = { form: 'address', field: 'place', part: '/0/city', reason: 'other' };
  expect(await codes([city])).toEqual(['/corrections/0 unknownField']);
  expect(await codes([request, { form: 'contact', field: 'contacts', reason: 'notReachable' }])).toEqual(['/corrections/1 duplicate']);
  expect((await send([request])).statusCode).toBe(200);

  const snapshot = await borrower.get();
  expect(snapshot.corrections).toEqual([request]);
  const { contacts, ...others } = snapshot.answers['contact'] as { contacts: Record<string, string>[] };
  const changed = (index: number, part: object) => contacts.map((item, at) => (at === index ? { ...item, ...part } : item));
  const put = async (next: unknown) =>
    (await borrower.put('contact', { ...others, contacts: next })).json<{ problems: object[] }>().problems;
  const locked = [{ code: 'locked', path: '/contacts' }];
  expect(await put(changed(0, { phone: '9281234567' }))).toEqual(locked);
  expect(await put(contacts.toReversed())).toEqual(locked);
  const saved = await borrower.save('contact', { ...others, contacts: changed(1, { phone: '9281234567' }) });
  expect(saved.corrections).toEqual([{ ...request, given: true }]);
  await borrower.save('review', {});
  expect((await borrower.submit()).statusCode).toBe(200);
  const { answers } = await borrower.get();
  expect(answers['contact']).toMatchObject({ contacts: changed(1, { phone: '9281234567' }) });
});

test('L12 sending back only the account tells the borrower so, and the refill is decided again', async () => {
  const { borrower, id } = await referred();
  const corrections = [{ form: 'bank', field: 'account', reason: 'bankDetailsIncorrect' }];
  const sent = await support.call('POST', `/api/staff/applications/${id}/corrections`, { corrections });
  expect(sent.json()).toEqual({ state: 'bankRefill' });
  const view = () => server.app.inject({ method: 'GET', url: '/api/applications/current', headers: borrower.headers });
  expect((await view()).json()).toMatchObject({ state: 'bankRefill', reason: 'bankDetailsIncorrect', resumeRoute: '/bankInfo' });
});

test('a field that the flow does not have cannot be sent back', async () => {
  const { id } = await referred();
  const corrections = [{ form: 'identity', field: 'shoeSize', reason: 'photoUnclear' }];
  const response = await support.call('POST', `/api/staff/applications/${id}/corrections`, { corrections });
  expect(response.json()).toMatchObject({ status: 400, problems: [{ code: 'unknownField', path: '/corrections/0' }] });
});

test('L12 a reason that the configuration does not have for the field is refused; every field may have its own', async () => {
  const { borrower, id } = await referred();
  const url = `/api/staff/applications/${id}/corrections`;
  const send = (corrections: Record<string, string>[]) => support.call('POST', url, { corrections });
  const photo = { form: 'identity', field: 'idPhoto', reason: 'photoUnclear' };
  for (const reason of ['nonsenseReason', 'documentMismatch', 'toString', 'bankCannotReceive']) {
    const response = await send([photo, { form: 'identity', field: 'idType', reason }]);
    expect(response.json()).toMatchObject({
      status: 422,
      code: 'invalidAnswers',
      problems: [{ code: 'unknownReason', path: '/corrections/1/reason' }],
    });
  }
  expect((await send([photo, photo])).json()).toMatchObject({ status: 422, problems: [{ code: 'duplicate', path: '/corrections/1' }] });
  expect((await borrower.get()).corrections).toEqual([]);
  expect((await send([photo, { form: 'identity', field: 'idType', reason: 'idExpired' }])).json()).toEqual({ state: 'identityRefill' });
});

test('L01 a rejection needs a reason that has a text', async () => {
  const { id } = await referred();
  const decision = { decision: 'rejected', reason: 'nonsenseReason', retryAfterDays: 12 };
  const response = await underwriter.call('POST', `/api/staff/applications/${id}/decisions`, decision);
  expect(response.json()).toMatchObject({ status: 422, problems: [{ code: 'unknownReason', path: '/reason' }] });
});

test("a borrower's session opens nothing at the desk, and a desk session nothing of a borrower's", async () => {
  const { borrower } = await referred();
  const atDesk = await server.app.inject({ method: 'GET', url: '/api/staff/applications', headers: borrower.headers });
  const token = borrower.headers['x-hakbang-token'] ?? '';
  const asBearer = await server.app.inject({
    method: 'GET',
    url: '/api/staff/applications',
    headers: { authorization: `Bearer ${token}` },
  });
  const asBorrower = await server.app.inject({
    method: 'GET',
    url: '/api/applications/current',
    headers: { cookie: `session=${support.token}`, 'x-hakbang-token': support.token },
  });
  expect([atDesk.statusCode, asBearer.statusCode, asBorrower.statusCode]).toEqual([401, 401, 401]);
});
