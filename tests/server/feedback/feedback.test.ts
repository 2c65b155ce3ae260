import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Feedback, FeedbackSummary } from '../../../server/contract/staff/feedback.ts';
import { runDueJobs } from '../../../server/platform/jobs/run.ts';
import { enqueueTicks } from '../../../server/platform/jobs/ticks.ts';
import { auditRows } from '../support/auditRows.ts';
import { call } from '../support/lending.ts';
import type { LoggedIn } from '../support/login.ts';
import { newBorrower, startProduct, upload, type ProductApp } from '../support/product.ts';
import { staffMember, type StaffMember } from '../support/staff.ts';

let server: ProductApp;
let support: StaffMember;
beforeAll(async () => {
  server = await startProduct();
  support = await staffMember(server, 'support');
});
afterAll(() => server.close());

let nextKey = 1;
const newKey = () => `feedback-key-${nextKey++}`;
const send = (who: LoggedIn, answers: object, key = newKey()) =>
  call(server, who, 'POST', '/api/feedback', { answers }, { 'idempotency-key': key });
const sound = { topic: 'app', text: 'The button for the photo is hard to find.' };
const rowsOf = (who: LoggedIn) => server.deps.db.selectFrom('feedback').selectAll().where('customer_id', '=', who.customerId).execute();

test('S40 feedback is stored encrypted and acknowledged with a number', async () => {
  const who = await newBorrower(server);
  const answer = await send(who, { ...sound, contact: 'maria@mail.ph' });
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({ number: expect.stringMatching(/^FB-\w{5}-\w{5}$/), receivedAt: server.clock.now().toISOString() });
  const rows = await rowsOf(who);
  expect(rows).toMatchObject([{ topic: 'app', number: answer.json<{ number: string }>().number }]);
  expect(JSON.stringify(rows)).not.toMatch(/hard to find|maria/);
});

test.each([
  ['123456789', 'minLength', '/text'],
  ['         x', 'minLength', '/text'],
  [undefined, 'required', '/text'],
])('V08 a text of fewer than 10 characters is refused: %s', async (text, code, path) => {
  const who = await newBorrower(server);
  const answer = await send(who, { ...sound, text });
  expect(answer.statusCode).toBe(422);
  expect(answer.json()).toMatchObject({ code: 'invalidAnswers', problems: [{ code, path }] });
  expect(await rowsOf(who)).toEqual([]);
});

test('V08 ten characters are enough', async () => {
  expect((await send(await newBorrower(server), { ...sound, text: '1234567890' })).statusCode).toBe(200);
});

test('V16 answers that the form does not ask are refused', async () => {
  const answer = await send(await newBorrower(server), { ...sound, customerId: 'another', state: 'done' });
  expect(answer.json()).toMatchObject({ code: 'invalidAnswers', problems: [{ path: '/customerId' }, { path: '/state' }] });
});

test('a repeated key stores feedback once, even days later; another text under it is refused', async () => {
  const who = await newBorrower(server);
  const key = newKey();
  const [first, second] = await Promise.all([send(who, sound, key), send(who, sound, key)]);
  expect(first.json()).toEqual(second.json());
  expect((await send(who, { ...sound, text: 'Something quite different.' }, key)).json()).toMatchObject({ code: 'idempotencyMismatch' });
  // Longer than other keys are kept.
  const later = new Date(server.clock.now().getTime() + 25 * 3600 * 1000);
  await server.deps.db.deleteFrom('idempotency_keys').where('created_at', '<', later).execute();
  expect((await send(who, sound, key)).json()).toEqual(first.json());
  expect(await rowsOf(who)).toHaveLength(1);
});

test('feedback without an idempotency key is refused', async () => {
  const answer = await call(server, await newBorrower(server), 'POST', '/api/feedback', { answers: sound });
  expect(answer.statusCode).toBe(400);
});

test('accepts up to three own photos, but none of another person or with another purpose', async () => {
  const [who, other] = [await newBorrower(server), await newBorrower(server)];
  const photo = async (owner: LoggedIn, purpose: string) => (await upload(server, owner, purpose)).json<{ fileId: string }>().fileId;
  const mine = await photo(who, 'feedback');
  for (const wrong of [await photo(other, 'feedback'), await photo(who, 'idPhoto')])
    expect((await send(who, { ...sound, photo: wrong })).json()).toMatchObject({ code: 'invalidAnswers', problems: [{ path: '/photo' }] });
  expect((await send(who, { ...sound, photo: mine, photo2: await photo(who, 'feedback') })).statusCode).toBe(200);
  server.clock.advance(3 * 24 * 3600);
  await enqueueTicks(server.deps);
  await runDueJobs(server.deps);
  expect(await server.deps.ports.storage.get(mine)).toBeDefined();
});

test('too much feedback is rate-limited', async () => {
  const who = await newBorrower(server);
  for (let count = 0; count < 10; count++) expect((await send(who, sound)).statusCode).toBe(200);
  const answer = await send(who, sound);
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '3600']);
});

test('support may list and read it, audited; other staff may not', async () => {
  const who = await newBorrower(server);
  const fileId = (await upload(server, who, 'feedback')).json<{ fileId: string }>().fileId;
  const { number } = (await send(who, { ...sound, topic: 'idea', photo: fileId })).json<{ number: string }>();
  const member = await staffMember(server, 'support', 'reader');
  const { feedback } = (await member.call('GET', '/api/staff/feedback?topic=idea')).json<{ feedback: FeedbackSummary[] }>();
  expect(feedback).toMatchObject([{ number, customerId: who.customerId, topic: 'idea' }]);
  expect(JSON.stringify(feedback)).not.toContain('hard to find');
  const read = (await member.call('GET', `/api/staff/feedback/${feedback[0]?.id}`)).json<Feedback>();
  expect(read.answers).toMatchObject({ text: sound.text });
  expect((await server.app.inject(read.photos[0] ?? '')).headers['content-type']).toBe('image/jpeg');
  const audit = await auditRows(server.deps.db).select('actor').where('action', '=', 'feedback.read').execute();
  expect(audit).toHaveLength(1);
  const underwriter = await staffMember(server, 'underwriter');
  expect((await underwriter.call('GET', '/api/staff/feedback')).statusCode).toBe(403);
});

test('P04 feedback goes with a deleted account and after some time', async () => {
  const [gone, stays] = [await newBorrower(server), await newBorrower(server)];
  for (const who of [gone, stays]) await send(who, sound);
  support = await staffMember(server, 'support', 'deleter');
  const asked = await support.call('POST', '/api/staff/deletion-requests', { customerId: gone.customerId, reason: 'by phone' });
  await support.call('POST', `/api/staff/deletion-requests/${asked.json<{ id: string }>().id}/completion`);
  expect(await rowsOf(gone)).toEqual([]);
  expect(await rowsOf(stays)).toHaveLength(1);
  server.clock.advance(366 * 24 * 3600);
  await enqueueTicks(server.deps);
  await runDueJobs(server.deps);
  expect(await rowsOf(stays)).toEqual([]);
});
