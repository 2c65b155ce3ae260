import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ScreenTicket } from '../../../server/contract/schemas.ts';
import type { WorkItem } from '../../../server/contract/staff/work.ts';
import { runDueJobs } from '../../../server/platform/jobs/run.ts';
import { followDeadlines } from '../../../server/platform/work/deadlines.ts';
import type { Queues } from '../../../server/platform/work/kind.ts';
import type { SourceFile } from '../../../engine/compiler/types.ts';
import { deskRegistry } from '../../../server/deskRegistry.ts';
import { releaseOf } from '../../support/compiled.ts';
import { auditRows } from '../support/auditRows.ts';
import { deskFiles, startDesk, type DeskApp } from '../support/desk.ts';
import { edited, newBorrower } from '../support/product.ts';
import { referredBorrower } from '../support/review.ts';
import { type StaffMember, staffMember } from '../support/staff.ts';

let server: DeskApp;
let ana: StaffMember;
let ben: StaffMember;
let support: StaffMember;
beforeAll(async () => {
  server = await startDesk();
  [ana, ben, support] = [
    await staffMember(server, 'underwriter', 'ana'),
    await staffMember(server, 'underwriter', 'ben'),
    await staffMember(server, 'support'),
  ];
});
afterAll(() => server.close());
beforeEach(async () => void (await server.deps.db.deleteFrom('work_items').execute()));

interface Page {
  items: WorkItem[];
  next?: string;
  previous?: string;
}
const queue = async (who: StaffMember, more = '', id = 'applications') =>
  (await who.call('GET', `/api/staff/work?queue=${id}${more}`)).json<Page>();
const claim = (who: StaffMember, { id }: WorkItem) => who.call('PUT', `/api/staff/work/${id}/claim`);
const next = (who: StaffMember, id = 'applications') => who.call('POST', `/api/staff/queues/${id}/next`, {});
const decide = (who: StaffMember, id: string) =>
  who.call('POST', `/api/staff/applications/${id}/decisions`, { decision: 'accepted', limitCents: 500_000 });

async function referredItem(): Promise<Awaited<ReturnType<typeof referredBorrower>> & { item: WorkItem }> {
  const referred = await referredBorrower(server);
  const item = (await queue(ana)).items.find(({ subject }) => subject === referred.id);
  if (!item) throw new Error('The application is not in the queue.');
  return { item, ...referred };
}

let people = 0;

/** Changes a person's role as two admins do. */
async function changeRole(admin: StaffMember, id: string) {
  const other = await staffMember(server, 'admin', `olga${people}`);
  await admin.call('POST', '/api/staff/approvals', { operation: 'staff.changeRole', input: { id, role: 'support', reason: 'She moves.' } });
  const waiting = await other.call('GET', `/api/staff/approvals?subject=staff:${id}`);
  const [{ id: approval, hash } = { id: '', hash: '' }] = waiting.json<{ approvals: { id: string; hash: string }[] }>().approvals;
  return other.call('POST', `/api/staff/approvals/${approval}/decisions`, { decision: 'approved', hash, note: 'I know her.' });
}

/** Adds items without a subject, two per minute. */
async function addItems(count: number, kind = 'referred'): Promise<void> {
  const begin = server.clock.now().getTime() - 3_600_000;
  const rows = Array.from({ length: count }, (_, index) => {
    const at = new Date(begin + Math.floor(index / 2) * 60_000);
    return {
      id: `i${String(index).padStart(4, '0')}`,
      kind,
      subject: `s${index}`,
      customer_id: null,
      number: `A-${index}`,
      opened_at: at,
      due_at: at,
    };
  });
  await server.deps.db.insertInto('work_items').values(rows).execute();
}

describe('D02 what waits stands in the queue', () => {
  test('a referred application, with its deadline, until somebody decides', async () => {
    const { item } = await referredItem();
    expect(item).toMatchObject({ kind: 'referred', number: expect.stringMatching(/^A-[0-9A-F]{4}-[0-9A-F]{4}$/), overdue: false });
    expect(Date.parse(item.dueAt) - Date.parse(item.openedAt)).toBe(24 * 3_600_000);
    expect((await decide(ana, item.subject)).json()).toEqual({ state: 'accepted' });
    expect((await queue(ana)).items).toEqual([]);
  });

  test('an application that was sent back and answered again is a refill', async () => {
    const { item, borrower, own } = await referredItem();
    await ana.call('POST', `/api/staff/applications/${item.subject}/corrections`, {
      corrections: [{ form: 'identity', field: 'idPhoto', reason: 'photoUnclear' }],
    });
    expect((await queue(ana)).items).toEqual([]);
    await borrower.get();
    await borrower.walkTo('nowhere', own);
    expect((await borrower.submit()).json()).toMatchObject({ state: 'referred' });
    expect((await queue(ana)).items).toMatchObject([{ kind: 'refill', subject: item.subject, number: item.number }]);
  });

  test('a deletion request, for those whose role deletes', async () => {
    const borrower = await newBorrower(server);
    const asked = await support.call('POST', '/api/staff/deletion-requests', { customerId: borrower.customerId, reason: 'asked by phone' });
    const { items } = await queue(support, '', 'privacy');
    expect(items).toMatchObject([{ kind: 'deletion', subject: asked.json<{ id: string }>().id, customerId: borrower.customerId }]);
    await support.call('POST', `/api/staff/deletion-requests/${items[0]?.subject}/refusal`, { reason: 'asked by somebody else' });
    expect((await queue(support, '', 'privacy')).items).toEqual([]);
  });

  test('working days skip the weekend and holidays', async () => {
    // A Friday afternoon in Manila, and ten working days later.
    server.clock.set(new Date('2026-12-18T08:30:00Z'));
    const [who, borrower] = [await staffMember(server, 'support', 'friday'), await newBorrower(server)];
    await who.call('POST', '/api/staff/deletion-requests', { customerId: borrower.customerId, reason: 'asked by phone' });
    expect((await queue(who, '', 'privacy')).items).toMatchObject([{ dueAt: '2027-01-06T08:30:00.000Z' }]);
    server.clock.set(new Date('2026-03-10T04:00:00Z'));
  });
});

describe('D12 each role sees its own queues only', () => {
  test('and learns of no others', async () => {
    const { item } = await referredItem();
    const names = async (who: StaffMember) =>
      (await who.call('GET', '/api/staff/queues')).json<{ queues: { id: string; open: number }[] }>().queues;
    expect(await names(ana)).toMatchObject([{ id: 'applications', open: 1 }, { id: 'approvals' }]);
    expect((await names(support)).map(({ id }) => id)).toEqual(['money', 'privacy', 'disputes', 'approvals']);
    expect((await support.call('GET', '/api/staff/work?queue=applications')).statusCode).toBe(403);
    expect((await next(support)).statusCode).toBe(403);
    expect((await claim(support, item)).statusCode).toBe(404);
    expect((await support.call('GET', `/api/staff/work/${item.id}`)).statusCode).toBe(404);
    expect((await support.call('GET', `/api/staff/work-on/${item.subject}`)).json()).toEqual({});
    expect((await ana.call('GET', `/api/staff/work-on/${item.subject}`)).json()).toMatchObject({ item: { id: item.id } });
  });
});

describe('D02 a page of a queue', () => {
  const ids = ({ items }: Page) => items.map(({ id }) => id);

  test('goes on with the next and back again, in both directions and with equal times', async () => {
    await addItems(130);
    const whole = Array.from({ length: 130 }, (_, index) => `i${String(index).padStart(4, '0')}`);
    for (const [sort, all] of [
      ['dueAt', whole],
      ['-openedAt', whole.toReversed()],
    ] as const) {
      const first = await queue(ana, `&sort=${sort}`);
      const second = await queue(ana, `&sort=${sort}&page=${first.next}`);
      const third = await queue(ana, `&sort=${sort}&page=${second.next}`);
      expect([...ids(first), ...ids(second), ...ids(third)]).toEqual(all);
      expect([first.previous, third.next]).toEqual([undefined, undefined]);
      expect(ids(await queue(ana, `&sort=${sort}&page=${third.previous}`))).toEqual(ids(second));
      const again = await queue(ana, `&sort=${sort}&page=${second.previous}`);
      expect(ids(again)).toEqual(ids(first));
      expect(again.previous).toBeUndefined();
    }
  });

  test('refuses a cursor that is not ours', async () => {
    const written = ['["never","i",1]', '["-200000-01-01","i","after"]', String.raw`["2026-03-10T04:00:00.000Z","\u0000","after"]`];
    for (const page of ['x', ...written.map((each) => Buffer.from(each).toString('base64url'))])
      expect((await ana.call('GET', `/api/staff/work?queue=applications&page=${page}`)).statusCode).toBe(400);
  });

  test('shows only what is mine, what is free, or one kind', async () => {
    await addItems(2);
    const [one, two] = (await queue(ana)).items as [WorkItem, WorkItem];
    await claim(ana, one);
    expect(ids(await queue(ana, '&who=mine'))).toEqual([one.id]);
    expect(ids(await queue(ana, '&who=free'))).toEqual([two.id]);
    expect(ids(await queue(ben, '&who=mine'))).toEqual([]);
    expect(ids(await queue(ana, '&kind=refill'))).toEqual([]);
    expect(ids(await queue(ana, '&kind=heldMoney'))).toEqual([]);
  });
});

describe('D02 a claim', () => {
  test('is seen by others, extended by its owner and taken over only after it has expired', async () => {
    // Items of other tests had the same ids.
    server.clock.advance(60);
    const begun = server.clock.now();
    await addItems(1);
    const [item] = (await queue(ana)).items as [WorkItem];
    expect((await claim(ana, item)).json()).toMatchObject({
      item: { claim: { name: 'ana', isMe: true, until: '2026-03-10T04:11:00.000Z' } },
    });
    expect((await queue(ben)).items[0]?.claim).toMatchObject({ name: 'ana', isMe: false });
    server.clock.advance(9 * 60);
    const refused = await claim(ben, item);
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({ code: 'claimed', params: { name: 'ana', until: '2026-03-10T04:11:00.000Z' } });
    expect((await claim(ana, item)).json()).toMatchObject({ item: { claim: { until: '2026-03-10T04:20:00.000Z' } } });
    server.clock.advance(10 * 60);
    expect((await claim(ben, item)).json()).toMatchObject({ item: { claim: { name: 'ben' } } });
    expect((await claim(ana, item)).statusCode).toBe(409);
    await ana.call('DELETE', `/api/staff/work/${item.id}/claim`);
    expect((await queue(ana)).items[0]?.claim).toMatchObject({ name: 'ben' });
    await ben.call('DELETE', `/api/staff/work/${item.id}/claim`);
    expect((await queue(ana)).items[0]?.claim).toBeUndefined();
    const actions = await auditRows(server.deps.db)
      .select('action')
      .where('subject', '=', `work:${item.id}`)
      .where('at', '>=', begun)
      .execute();
    expect(actions.map(({ action }) => action)).toEqual(['work.claimed', 'work.claimed']);
  });

  test('"next" gives the most urgent free item, each once, and says when nothing waits', async () => {
    await addItems(3);
    const given = async (who: StaffMember) => (await next(who)).json<{ item: WorkItem }>().item.id;
    expect([await given(ana), await given(ben), await given(ana)]).toEqual(['i0000', 'i0001', 'i0002']);
    const none = await next(ben);
    expect([none.statusCode, none.json<{ code: string }>().code]).toEqual([409, 'nothingWaits']);
  });

  test('that expires during a decision ends the right to decide once somebody else has it', async () => {
    const { item } = await referredItem();
    await claim(ana, item);
    expect((await decide(ben, item.subject)).json()).toMatchObject({ code: 'claimed', params: { name: 'ana' } });
    server.clock.advance(11 * 60);
    await claim(ben, item);
    const late = await decide(ana, item.subject);
    expect([late.statusCode, late.json<{ code: string }>().code]).toEqual([409, 'claimed']);
    expect((await decide(ben, item.subject)).json()).toEqual({ state: 'accepted' });
  });
});

describe('D02 a decision that can be taken back', () => {
  const decideLater = (who: StaffMember, id: string) =>
    who.call('POST', `/api/staff/applications/${id}/decisions`, { decision: 'accepted', limitCents: 500_000, later: true });
  const codeOf = (answer: { json: <T>() => T }) => answer.json<{ code?: string }>().code;
  const stateOf = async (id: string) =>
    (await server.deps.db.selectFrom('applications').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state;

  test('keeps the item for whoever decided until it is carried out, also after leaving its page', async () => {
    const { item } = await referredItem();
    await claim(ana, item);
    expect((await decideLater(ana, item.subject)).statusCode).toBe(200);
    await ana.call('DELETE', `/api/staff/work/${item.id}/claim`);
    expect((await queue(ben)).items[0]?.claim).toMatchObject({ name: 'ana' });
    expect([codeOf(await next(ben)), codeOf(await claim(ben, item))]).toEqual(['nothingWaits', 'claimed']);
    server.clock.advance(10);
    await runDueJobs(server.deps);
    expect([await stateOf(item.subject), (await queue(ben)).items]).toEqual(['accepted', []]);
  });

  test('gives the item back once it is taken back', async () => {
    const { item } = await referredItem();
    await decideLater(ana, item.subject);
    await ana.call('POST', `/api/staff/applications/${item.subject}/take-back`);
    await ana.call('DELETE', `/api/staff/work/${item.id}/claim`);
    expect((await claim(ben, item)).statusCode).toBe(200);
  });

  test('is refused when the claim ended meanwhile and somebody else has the item', async () => {
    const { item } = await referredItem();
    await claim(ana, item);
    server.clock.advance(11 * 60);
    await claim(ben, item);
    expect(codeOf(await decideLater(ana, item.subject))).toBe('claimed');
    expect((await decideLater(ben, item.subject)).statusCode).toBe(200);
    await runDueJobs(server.deps);
  });

  test('is made by one of two who decide at once, and carried out once', async () => {
    const { item } = await referredItem();
    const answers = await Promise.all([decideLater(ana, item.subject), decideLater(ben, item.subject)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([200, 409]);
    expect(['claimed', 'decisionWaits']).toContain(answers.map(codeOf).find((code) => code !== undefined));
    server.clock.advance(10);
    await Promise.all([runDueJobs(server.deps), runDueJobs(server.deps)]);
    expect(await stateOf(item.subject)).toBe('accepted');
    const events = server.deps.db.selectFrom('application_events').select('event').where('application_id', '=', item.subject);
    expect((await events.where('event', '=', 'accepted').execute()).length).toBe(1);
  });

  test('races the claim of somebody else, and only one of them has the item', async () => {
    const { item } = await referredItem();
    const [decided, claimed] = await Promise.all([decideLater(ana, item.subject), claim(ben, item)]);
    expect([decided.statusCode, claimed.statusCode].toSorted((one, other) => one - other)).toEqual([200, 409]);
    server.clock.advance(10);
    await runDueJobs(server.deps);
    expect(await stateOf(item.subject)).toBe(decided.statusCode === 200 ? 'accepted' : 'referred');
  });
});

describe('D02 many at once', () => {
  test('never get the same item from "next", and each waiting item finds somebody', async () => {
    await addItems(20);
    const given = await Promise.all(Array.from({ length: 30 }, (_, index) => next(index % 2 === 0 ? ana : ben)));
    const ids = given.flatMap((answer) => (answer.statusCode === 200 ? [answer.json<{ item: WorkItem }>().item.id] : []));
    expect(new Set(ids).size).toBe(ids.length);
    // Somebody who is too late for one item gets an error and may ask again.
    expect(given.filter(({ statusCode }) => statusCode !== 200).map((answer) => answer.json<{ code: string }>().code)).toEqual(
      Array.from({ length: 30 - ids.length }, () => 'nothingWaits'),
    );
    expect(ids).toHaveLength(20);
  });

  test('claim one item, and one of them has it', async () => {
    await addItems(1);
    const [item] = (await queue(ana)).items as [WorkItem];
    const answers = await Promise.all([claim(ana, item), claim(ben, item)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([200, 409]);
  });

  test('decide one application that one of them has, and the decision of the other is refused', async () => {
    const { item } = await referredItem();
    await claim(ana, item);
    const [mine, others] = await Promise.all([decide(ana, item.subject), decide(ben, item.subject)]);
    expect(mine.json()).toEqual({ state: 'accepted' });
    expect(['claimed', 'notReferred', 'conflict']).toContain(others.json<{ code: string }>().code);
  });
});

describe('D02 planning work', () => {
  const put = (who: StaffMember, path: string, body: object) => who.call('PUT', `/api/staff/${path}`, body);
  const ids = ({ items }: Page) => items.map(({ id }) => id);

  test('a snoozed item is hidden until its time, and then calls who put it off', async () => {
    const { item } = await referredItem();
    expect((await put(ana, `work/${item.id}/snooze`, { hours: 3, reason: 'nonsense' })).statusCode).toBe(400);
    const put3 = await put(ana, `work/${item.id}/snooze`, { hours: 3, reason: 'waitsForCustomer' });
    expect(put3.json()).toMatchObject({ item: { snooze: { name: 'ana', isMe: true, reason: 'waitsForCustomer' } } });
    expect([ids(await queue(ben)), ids(await queue(ben, '&who=snoozed'))]).toEqual([[], [item.id]]);
    expect((await next(ben)).statusCode).toBe(409);
    server.clock.advance(3 * 3600);
    const [again] = [await staffMember(server, 'underwriter', 'cara')];
    expect((await queue(again)).items).toMatchObject([{ id: item.id }]);
    const row = await server.deps.db.selectFrom('work_items').select('snoozed_by').where('id', '=', item.id).executeTakeFirstOrThrow();
    expect(row.snoozed_by).toBe(ana.id);
    server.clock.set(new Date('2026-03-10T04:00:00Z'));
  });

  test('nobody puts off what they may not do, or a decision that can still be taken back', async () => {
    await addItems(2);
    const { db } = server.deps;
    const soon = new Date(server.clock.now().getTime() + 10_000);
    await db.updateTable('work_items').set({ not_for: ana.id }).where('id', '=', 'i0000').execute();
    await db
      .updateTable('work_items')
      .set({ claimed_by: ana.id, claimed_until: soon, held_until: soon })
      .where('id', '=', 'i0001')
      .execute();
    const plan = { hours: 3, reason: 'waitsForCustomer' };
    expect((await put(ana, 'work/i0000/snooze', plan)).json()).toMatchObject({ status: 403, code: 'forbidden' });
    expect((await put(ana, 'work/i0001/snooze', plan)).json()).toMatchObject({ status: 409, code: 'workDone' });
    expect(await db.selectFrom('work_items').select('claimed_by').orderBy('id').execute()).toEqual([
      { claimed_by: null },
      { claimed_by: ana.id },
    ]);
    expect((await put(ben, 'work/i0000/snooze', plan)).statusCode).toBe(200);
  });

  test.each([
    ['ends', async (admin: StaffMember, id: string) => admin.call('DELETE', `/api/staff/people/${id}`)],
    ['changes', changeRole],
  ])('work of somebody whose access %s is free', async (_, change) => {
    const dora = await staffMember(server, 'underwriter', `dora${people}`);
    const admin = await staffMember(server, 'admin', `adam${people}`);
    people += 1;
    await addItems(3);
    await put(ana, 'work-assignments', { ids: ['i0000', 'i0001'], to: dora.name });
    await put(dora, 'work/i0001/claim', {});
    await put(dora, 'work/i0002/snooze', { hours: 3, reason: 'waitsForCustomer' });
    await put(ben, 'work/i0002/claim', {});
    expect((await change(admin, dora.id)).statusCode).toBe(200);
    const rows = server.deps.db
      .selectFrom('work_items')
      .select(['assigned_to', 'claimed_by', 'claimed_until', 'snoozed_by', 'snoozed_until']);
    const free = { assigned_to: null, claimed_by: null, claimed_until: null, snoozed_by: null, snoozed_until: null };
    expect(await rows.orderBy('id').execute()).toEqual([free, free, { ...free, claimed_by: ben.id, claimed_until: expect.any(Date) }]);
  });

  test('tags and assignments of many at once, only of items that the caller sees', async () => {
    await addItems(2);
    await server.deps.db.updateTable('work_items').set({ kind: 'heldMoney' }).where('id', '=', 'i0001').execute();
    expect((await put(ana, 'work-tags', { ids: ['i0000', 'i0001'], add: 'vip' })).json()).toEqual({ changed: 1 });
    expect((await put(ana, 'work-tags', { ids: ['i0000'], add: 'unknown' })).statusCode).toBe(400);
    expect((await queue(ana, '&tag=vip')).items).toMatchObject([{ id: 'i0000', tags: ['vip'] }]);
    expect((await queue(ana, '&tag=callBack')).items).toEqual([]);
    expect((await put(ana, 'work-assignments', { ids: ['i0000'], to: 'support' })).json()).toMatchObject({ code: 'unknownPerson' });
    expect((await put(ana, 'work-assignments', { ids: ['i0000'], to: 'ben' })).json()).toEqual({ changed: 1 });
    expect((await next(ana)).json()).toMatchObject({ code: 'nothingWaits' });
    expect(ids(await queue(ben, '&who=mine'))).toEqual(['i0000']);
    expect((await next(ben)).json()).toMatchObject({ item: { id: 'i0000', assigned: { name: 'ben', isMe: true } } });
    await put(ana, 'work-tags', { ids: ['i0000'], remove: 'vip' });
    expect((await queue(ben)).items).toMatchObject([{ tags: [] }]);
  });

  test('a note calls the people whom it names, is encrypted, and refuses who cannot see the item', async () => {
    const { item, borrower } = await referredItem();
    const note = (text: string) => ana.call('POST', `/api/staff/work/${item.id}/notes`, { answers: { text } });
    expect((await note('Look at this, @support.')).json()).toMatchObject({ code: 'unknownPerson', params: { name: 'support' } });
    expect((await note('')).json()).toMatchObject({ code: 'invalidAnswers' });
    expect((await note('Look at her payslip, @ben.')).statusCode).toBe(200);
    expect((await queue(ben, '&who=calls')).items).toMatchObject([{ id: item.id, call: 'mention' }]);
    expect((await ben.call('GET', '/api/staff/queues')).json()).toMatchObject({ calls: 1, people: expect.arrayContaining(['ana', 'ben']) });
    expect((await ben.call('GET', `/api/staff/work/${item.id}`)).json()).toMatchObject({
      notes: [{ by: 'ana', answers: { text: 'Look at her payslip, @ben.' } }],
    });
    await put(ben, `work/${item.id}/seen`, {});
    expect((await queue(ben, '&who=calls')).items).toEqual([]);
    const row = await server.deps.db.selectFrom('work_notes').selectAll().executeTakeFirstOrThrow();
    const full = Array.from({ length: 499 }, (_, index) => ({ ...row, id: `n${index}` }));
    await server.deps.db.insertInto('work_notes').values(full).execute();
    expect((await note('One more.')).json()).toMatchObject({ status: 409, code: 'notesFull' });
    await server.deps.db.deleteFrom('work_notes').where('id', '!=', row.id).execute();
    const { sealed } = await server.deps.db.selectFrom('work_notes').select('sealed').executeTakeFirstOrThrow();
    expect(sealed).not.toContain('payslip');
    const rows = await auditRows(server.deps.db).select(['action', 'detail']).where('subject', '=', `work:${item.id}`).execute();
    expect(rows.at(-1)).toMatchObject({ action: 'work.noted', detail: expect.not.stringContaining('payslip') });
    expect(borrower.customerId).toBe(item.customerId);
  });
});

test('D13 a deadline that changes in JSON changes what is due of the items that wait', async () => {
  const { item } = await referredItem();
  const files = edited<Queues>(deskFiles(), 'flows/queues.json', ({ kinds }) => void (kinds['referred'] = { deadline: { hours: 2 } }));
  await publishDesk(files);
  await followDeadlines.run(server.deps, {}, { attempt: 1, maxAttempts: 1 } as never);
  const [changed] = (await queue(ana)).items as [WorkItem];
  expect(Date.parse(changed.dueAt) - Date.parse(item.openedAt)).toBe(2 * 3_600_000);
});

type Words = { [name: string]: Words | string };

/** Publishes an edit of the desk's JSON, as product staff do. It must compile. */
async function publishDesk(files: readonly SourceFile[]): Promise<void> {
  const release = await releaseOf(files, deskRegistry);
  await server.desk.table.save(release, 'test');
  await server.desk.table.activate(release.hash, 'test', 'publish');
  await server.desk.releases.refresh();
}

describe('D13 product staff change the queue in JSON alone:', () => {
  const enumCode = (files: readonly SourceFile[], id: string, code: string, label: string) =>
    edited<Words>(
      edited<{ enum: string[] }>(files, `schemas/enums/${id}.schema.json`, (value) => void value.enum.push(code)),
      'locales/en/enums.json',
      (words) => void ((words[id] as Words)[code] = label),
    );
  afterAll(() => publishDesk(deskFiles()));

  test('a column', async () => {
    const files = edited<Words>(deskFiles(), 'locales/en/screens/queue.json', (words) => void (words['customer'] = 'Customer'));
    await publishDesk(
      files.map((file) =>
        file.path === 'flows/screens/queue.screen.json'
          ? {
              ...file,
              text: file.text.replace(
                /"columns": \[/,
                '"columns": [{ "text": { "key": "customer" }, "value": "item.?customerId.orValue(\'\')" },',
              ),
            }
          : file,
      ),
    );
    const { definition } = (await server.app.inject({ url: '/api/desk/screens?path=/queue' })).json<ScreenTicket>();
    expect((await server.app.inject({ url: definition })).body).toContain('"key":"customer"');
  });

  test('a tag', async () => {
    await publishDesk(enumCode(deskFiles(), 'workTag', 'military', 'Works for the military'));
    await addItems(1);
    expect((await ana.call('PUT', '/api/staff/work-tags', { ids: ['i0000'], add: 'military' })).json()).toEqual({ changed: 1 });
  });

  test('a tag and a reason that are withdrawn are not given any more, and stay where they are', async () => {
    await addItems(1);
    const tag = (change: object) => ana.call('PUT', '/api/staff/work-tags', { ids: ['i0000'], ...change });
    await tag({ add: 'vip' });
    const withdrawn = (files: readonly SourceFile[], id: string, code: string) =>
      edited<{ 'x-withdrawn'?: string[] }>(files, `schemas/enums/${id}.schema.json`, (value) => void (value['x-withdrawn'] = [code]));
    await publishDesk(withdrawn(withdrawn(deskFiles(), 'workTag', 'vip'), 'snoozeReason', 'other'));
    const { tags, newTags } = (await ana.call('GET', '/api/staff/queues')).json<{ tags: string[]; newTags: string[] }>();
    expect(tags).toContain('vip');
    expect(newTags).toEqual(tags.filter((each) => each !== 'vip'));
    expect((await tag({ add: 'vip' })).json()).toMatchObject({ problems: [{ code: 'unknown', path: '/add' }] });
    const snoozed = await ana.call('PUT', '/api/staff/work/i0000/snooze', { hours: 5, reason: 'other' });
    expect(snoozed.json()).toMatchObject({ problems: [{ code: 'unknown', path: '/reason' }] });
    expect((await queue(ana, '&tag=vip')).items).toMatchObject([{ id: 'i0000', tags: ['vip'] }]);
    expect((await tag({ remove: 'vip' })).json()).toEqual({ changed: 1 });
  });

  test('a reason to put work off', async () => {
    await publishDesk(enumCode(deskFiles(), 'snoozeReason', 'holiday', 'A holiday'));
    await addItems(1);
    expect((await ana.call('PUT', '/api/staff/work/i0000/snooze', { hours: 5, reason: 'holiday' })).statusCode).toBe(200);
  });

  test('a field of notes', async () => {
    const form = edited<{ properties: Record<string, object> }>(
      deskFiles(),
      'schemas/forms/note.schema.json',
      ({ properties }) => void (properties['phoned'] = { type: 'boolean', 'x-transient': true }),
    );
    const ui = edited<{ order: string[]; fields: Record<string, object> }>(form, 'schemas/forms/note.ui.json', ({ order, fields }) => {
      order.push('phoned');
      fields['phoned'] = { 'ui:widget': 'checkbox' };
    });
    await publishDesk(
      edited<Words>(ui, 'locales/en/forms.json', (words) => void ((words['note'] as Words)['phoned'] = { label: 'I phoned her' })),
    );
    const { item } = await referredItem();
    const answers = { text: 'She answered.', phoned: true };
    expect((await ana.call('POST', `/api/staff/work/${item.id}/notes`, { answers })).statusCode).toBe(200);
    expect((await ana.call('GET', `/api/staff/work/${item.id}`)).json()).toMatchObject({ notes: [{ answers }] });
  });

  test('a queue', async () => {
    const files = edited<Queues>(deskFiles(), 'flows/queues.json', ({ queues }) => {
      queues.push({ id: 'corrected', kinds: ['refill'], roles: ['support'], order: 'age' });
    });
    await publishDesk(enumCode(files, 'workQueue', 'corrected', 'Corrected'));
    await addItems(1, 'refill');
    expect((await queue(support, '', 'corrected')).items).toMatchObject([{ id: 'i0000', kind: 'refill' }]);
  });
});
