import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Deciding, PendingDecision, Preview } from '../../../server/contract/staff/decisions.ts';
import { runDueJobs } from '../../../server/platform/jobs/run.ts';
import { auditRows } from '../support/auditRows.ts';
import { startProduct, type ProductApp } from '../support/product.ts';
import { referred } from '../support/referred.ts';
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

interface Opened {
  application: { state: string };
  deciding: Deciding;
  pending?: PendingDecision;
}

const url = (id: string, rest = '') => `/api/staff/applications/${id}${rest}`;
const open = async (id: string, who = underwriter) => (await who.call('GET', url(id))).json<Opened>();
const accept = (id: string, more: object = { later: true }) =>
  underwriter.call('POST', url(id, '/decisions'), { decision: 'accepted', limitCents: 700_000, ...more });
const wait = async (seconds: number) => {
  server.clock.advance(seconds);
  await runDueJobs(server.deps);
};

test('D06 a decision is carried out once, ten seconds later, and the borrower reads what the preview said', async () => {
  const { id, borrower } = await referred(server);
  await server.deps.db.updateTable('customers').set({ language: 'fil' }).where('id', '=', borrower.customerId).execute();
  const preview = (await underwriter.call('POST', url(id, '/previews'), { decision: 'accepted', limitCents: 700_000 })).json<Preview>();
  expect(preview.language).toBe('fil');
  expect((await open(id)).application.state).toBe('referred');
  const decided = (await accept(id)).json<{ state: string; dueAt: string }>();
  expect(decided).toEqual({ state: 'referred', dueAt: new Date(server.clock.now().getTime() + 10_000).toISOString() });
  await wait(9);
  expect(await open(id)).toMatchObject({ application: { state: 'referred' }, pending: { decision: 'accepted', seconds: 1, isOwn: true } });
  await Promise.all([wait(1), runDueJobs(server.deps)]);
  await wait(60);
  const after = await open(id);
  expect(after.application.state).toBe('accepted');
  expect(after.pending).toBeUndefined();
  const sent = server.sms.outbox.filter(({ text }) => text === preview.sms);
  expect(sent).toHaveLength(1);
  const { items } = (await server.app.inject({ url: '/api/messages?kind=notify', headers: borrower.headers })).json<{
    items: { title: string; text: string }[];
  }>();
  expect(items[0]).toMatchObject(preview.message ?? {});
});

test('D06 a decision is taken back by whoever made it, until it is carried out', async () => {
  const { id } = await referred(server);
  await accept(id);
  expect((await accept(id)).statusCode).toBe(422);
  expect((await support.call('POST', url(id, '/take-back'))).statusCode).toBe(422);
  expect((await open(id, support)).pending).toMatchObject({ name: 'underwriter', isOwn: false });
  const both = await Promise.all([1, 2].map(async () => underwriter.call('POST', url(id, '/take-back'))));
  expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 422]);
  await wait(60);
  expect((await open(id)).application.state).toBe('referred');
  await accept(id);
  server.clock.advance(10);
  expect((await underwriter.call('POST', url(id, '/take-back'))).statusCode).toBe(422);
  await runDueJobs(server.deps);
  expect((await open(id)).application.state).toBe('accepted');
});

test('D06 a decision that no longer fits when it is due is shown as refused and makes room for another', async () => {
  const { id } = await referred(server);
  await accept(id);
  await server.deps.db.updateTable('applications').set({ state: 'underReview' }).where('id', '=', id).execute();
  await wait(10);
  await server.deps.db.updateTable('applications').set({ state: 'referred' }).where('id', '=', id).execute();
  expect((await open(id)).pending).toMatchObject({ decision: 'accepted', refused: 'notReferred' });
  expect((await accept(id)).statusCode).toBe(200);
  await wait(10);
  expect((await open(id)).application.state).toBe('accepted');
});

test('D06 a decision that would be refused is refused before it waits, and by the preview', async () => {
  const { id } = await referred(server);
  const tooMuch = { decision: 'accepted', limitCents: 8_000_001 };
  for (const path of ['/decisions', '/previews'])
    expect(
      (await underwriter.call('POST', url(id, path), { ...tooMuch, ...(path === '/decisions' && { later: true }) })).json(),
    ).toMatchObject({
      problems: [{ code: 'maximum', path: '/limitCents', params: { limit: 8_000_000 } }],
    });
  expect((await open(id)).pending).toBeUndefined();
});

test("D06 a send-back's preview names each field and its reason in the borrower's language", async () => {
  const { id, borrower } = await referred(server);
  await server.deps.db.updateTable('customers').set({ language: 'hi' }).where('id', '=', borrower.customerId).execute();
  const corrections = [{ form: 'identity', field: 'idPhoto', reason: 'photoUnclear', note: 'The corner is cut off.' }];
  const preview = (await support.call('POST', url(id, '/previews'), { decision: 'sendBack', corrections })).json<Preview>();
  expect(preview.fields).toEqual([
    {
      id: 'identity.idPhoto',
      label: expect.stringMatching(/[\u0900-\u097f]/u) as string,
      reason: expect.stringMatching(/[\u0900-\u097f]/u) as string,
      note: 'The corner is cut off.',
    },
  ]);
  expect((await support.call('POST', url(id, '/corrections'), { corrections, later: true })).json()).toMatchObject({ state: 'referred' });
  await wait(10);
  expect((await borrower.get()).corrections).toMatchObject(corrections);
});

test('D06 the page says what its reader may decide, among which limits, reasons and fields', async () => {
  const { id } = await referred(server);
  const { deciding } = await open(id);
  expect(deciding).toMatchObject({
    mayDecide: true,
    maySendBack: true,
    limits: { minimumCents: 50_000, maximumCents: 8_000_000, stepCents: 50_000 },
  });
  expect(deciding.rejectionReasons).toContainEqual({ id: 'student', label: 'Your income as a student is not enough for a loan now' });
  const photo = deciding.sendable.find(({ id: field }) => field === 'identity.idPhoto');
  expect(photo?.reasons.map(({ id: reason }) => reason)).toEqual([
    'photoUnclear',
    'faceMismatch',
    'identityMismatch',
    'idExpired',
    'other',
  ]);
  expect((await open(id, support)).deciding).toMatchObject({ mayDecide: false, maySendBack: true });
});

/** The queue of the application, and who claimed it. */
const workOf = async (id: string) =>
  server.deps.db
    .selectFrom('work_items')
    .select(['claimed_by', 'held_until'])
    .where('subject', '=', id)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
const droppedOf = (id: string) =>
  auditRows(server.deps.db).select('detail').where('action', '=', 'decision.dropped').where('subject', '=', `application:${id}`).execute();
const decideAs = (who: StaffMember, id: string) =>
  who.call('POST', url(id, '/decisions'), { decision: 'accepted', limitCents: 700_000, later: true });

test('D06 a decision whose maker loses the access before it is carried out is dropped, and the work is free again', async () => {
  const admin = await staffMember(server, 'admin', 'amy');
  for (const [name, lose] of [
    ['una', async (id: string) => void (await admin.call('DELETE', `/api/staff/people/${id}`))],
    ['ugo', async (id: string) => void (await admin.call('PUT', `/api/staff/people/${id}/role`, { role: 'reviewer', reason: 'Moves on' }))],
  ] as const) {
    const who = await staffMember(server, 'underwriter', name);
    const { id } = await referred(server);
    expect((await decideAs(who, id)).statusCode).toBe(200);
    await lose(who.id);
    expect(await workOf(id)).toEqual({ claimed_by: null, held_until: null });
    await wait(10);
    expect(await open(id, await staffMember(server, 'underwriter', `${name}-2`))).toMatchObject({
      application: { state: 'referred' },
      pending: { decision: 'accepted', refused: 'forbidden' },
    });
    expect(await droppedOf(id)).toHaveLength(1);
  }
});

test('D06 a decision is dropped when its maker may not decide any more, or somebody else has the work, at the moment when it is due', async () => {
  const { db } = server.deps;
  const who = await staffMember(server, 'underwriter', 'ulf');
  const other = await staffMember(server, 'underwriter', 'uwe');
  const [barred, taken] = [await referred(server), await referred(server)];
  expect((await decideAs(who, barred.id)).statusCode).toBe(200);
  await db.updateTable('staff').set({ role: 'editor' }).where('id', '=', who.id).execute();
  await wait(10);
  expect(await open(barred.id, other)).toMatchObject({ application: { state: 'referred' }, pending: { refused: 'forbidden' } });
  await db.updateTable('staff').set({ role: 'underwriter' }).where('id', '=', who.id).execute();
  expect((await decideAs(who, taken.id)).statusCode).toBe(200);
  await db.updateTable('work_items').set({ claimed_by: other.id }).where('subject', '=', taken.id).execute();
  await wait(10);
  expect(await open(taken.id, other)).toMatchObject({ application: { state: 'referred' }, pending: { refused: 'claimed' } });
  expect((await workOf(taken.id))?.claimed_by).toBe(other.id);
  expect((await droppedOf(taken.id)).map(({ detail }) => JSON.parse(detail))).toEqual([{ decision: 'accepted', why: 'claimed' }]);
});
