import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Approval } from '../../../server/contract/staff/approvals.ts';
import type { DeletionPreview } from '../../../server/contract/staff/support.ts';
import type { WorkItem } from '../../../server/contract/staff/work.ts';
import { codesOf } from '../../../server/platform/work/kind.ts';
import { todayOf } from '../../../server/platform/time.ts';
import { bookPosting } from '../../../server/product/loans/postings.ts';
import { recordRefund } from '../../../server/product/repayments/refund.ts';
import { begin, heldMoney } from '../repayments/support.ts';
import { startDesk, type DeskApp } from '../support/desk.ts';
import { acceptedBorrower, activeLoan, settle } from '../support/lending.ts';
import { newBorrower } from '../support/product.ts';
import { referredBorrower } from '../support/review.ts';
import { staffMember, type StaffMember } from '../support/staff.ts';

let server: DeskApp;
let [mae, chito, uma, una]: StaffMember[] = [];
beforeAll(async () => {
  server = await startDesk();
  [mae, chito] = [await staffMember(server, 'support', 'mae'), await staffMember(server, 'support', 'chito')];
  [uma, una] = [await staffMember(server, 'underwriter', 'uma'), await staffMember(server, 'underwriter', 'una')];
});
afterAll(() => server.close());

const propose = (who: StaffMember | undefined, operation: string, input: object) =>
  who?.call('POST', '/api/staff/approvals', { operation, input });
const pending = async (who: StaffMember | undefined, customerId: string): Promise<Approval> =>
  (await who?.call('GET', `/api/staff/approvals?customerId=${customerId}`))?.json<{ approvals: Approval[] }>().approvals[0] as Approval;
const decide = (who: StaffMember | undefined, { id, hash }: Approval, decision = 'approved') =>
  who?.call('POST', `/api/staff/approvals/${id}/decisions`, { decision, hash, note: 'The file is complete.' });

describe('D10 the deletion of an account', () => {
  const recorded = async (customerId: string): Promise<string> =>
    (await mae?.call('POST', '/api/staff/deletion-requests', { customerId, reason: 'She wrote a letter.' }))?.json<{ id: string }>().id ??
    '';
  const open = async (id: string): Promise<DeletionPreview> =>
    (await mae?.call('GET', `/api/staff/deletion-requests/${id}`))?.json<DeletionPreview>() as DeletionPreview;
  const deletedAt = async (customerId: string) =>
    (await server.deps.db.selectFrom('customers').select('deleted_at').where('id', '=', customerId).executeTakeFirst())?.deleted_at;

  test('that staff recorded waits for a colleague of customer service; what goes is what the areas erase, and nothing went yet', async () => {
    const { customerId, id: application } = await referredBorrower(server).then(async (all) => ({
      customerId: all.borrower.customerId,
      id: all.id,
    }));
    const id = await recorded(customerId);
    const preview = await open(id);
    expect(preview).toMatchObject({ askedBy: 'staff', needsSecond: true, request: { state: 'requested' }, keptAnswers: [] });
    expect(preview).not.toHaveProperty('keptUntil');
    const gone = Object.fromEntries(preview.goes.map(({ id: table, deleted }) => [table, deleted]));
    expect(gone).toMatchObject({ flow_states: 1, data_keys: 1, files: expect.any(Number) });
    expect(preview.stays).toContainEqual({ id: 'applications', rows: 1 });
    const labels = await codesOf(server.deps, 'customerData');
    expect([...preview.goes, ...preview.stays].map((each) => each.id).filter((table) => !Object.hasOwn(labels, table))).toEqual([]);
    expect(await deletedAt(customerId)).toBeNull();
    expect((await mae?.call('POST', `/api/staff/deletion-requests/${id}/completion`))?.json()).toMatchObject({ code: 'secondNeeded' });
    expect((await propose(mae, 'staff.completeDeletion', { id }))?.json()).toMatchObject({ state: 'pending' });
    const shown = await pending(chito, customerId);
    expect(shown).toMatchObject({ reason: 'She wrote a letter.', number: expect.stringMatching(/^D-/), mayDecide: true });
    expect((await decide(uma, shown))?.statusCode).toBe(403);
    expect((await decide(mae, shown))?.statusCode).toBe(403);
    expect((await decide(chito, shown))?.json()).toEqual({ state: 'approved' });
    expect(await deletedAt(customerId)).toBeInstanceOf(Date);
    expect(await server.deps.db.selectFrom('flow_states').selectAll().where('customer_id', '=', customerId).execute()).toEqual([]);
    expect(await open(id)).toMatchObject({ blocked: 'done', goes: [] });
    expect(application).not.toBe('');
  });

  test('that she asked for in the app needs no second person', async () => {
    const borrower = await newBorrower(server);
    await server.app.inject({ method: 'POST', url: '/api/customer/deletion', headers: borrower.headers, payload: {} });
    const row = await server.deps.db
      .selectFrom('deletion_requests')
      .select('id')
      .where('customer_id', '=', borrower.customerId)
      .executeTakeFirstOrThrow();
    expect(await open(row.id)).toMatchObject({ askedBy: 'customer', needsSecond: false });
    expect((await mae?.call('POST', `/api/staff/deletion-requests/${row.id}/completion`))?.json()).toMatchObject({ state: 'done' });
    expect(await deletedAt(borrower.customerId)).toBeInstanceOf(Date);
  });

  test('after a loan keeps what the law requires, says until when, and is blocked while the loan is open', async () => {
    const borrower = await acceptedBorrower(server);
    await activeLoan(server, borrower);
    const id = await recorded(borrower.customerId);
    expect(await open(id)).toMatchObject({ blocked: 'openLoan', goes: [] });
    await begin(server, borrower, { kind: 'full' });
    await settle(server);
    const preview = await open(id);
    expect(preview).toMatchObject({ keptUntil: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) });
    expect(preview.keptAnswers.length).toBeGreaterThan(0);
    expect(preview.stays.map((each) => each.id)).toEqual(expect.arrayContaining(['applications', 'loans', 'repayments', 'data_keys']));
    expect(preview.goes.map((each) => each.id)).toEqual(expect.arrayContaining(['flow_states', 'sessions']));
  });

  test('that was refused meanwhile is not approved any more', async () => {
    const { customerId } = await newBorrower(server);
    const id = await recorded(customerId);
    await propose(mae, 'staff.completeDeletion', { id });
    const shown = await pending(chito, customerId);
    await chito?.call('POST', `/api/staff/deletion-requests/${id}/refusal`, { reason: 'She could not prove who she is.' });
    expect((await decide(chito, shown))?.statusCode).toBe(409);
    expect(await deletedAt(customerId)).toBeNull();
  });

  test('shows a label for each table that names a customer', async () => {
    const rows = (await server.deps.db
      .selectFrom('information_schema.columns' as never)
      .select('table_name' as never)
      .where('column_name' as never, '=', 'customer_id' as never)
      .where('table_schema' as never, '=', 'public' as never)
      .execute()) as unknown as { table_name: string }[];
    const labels = await codesOf(server.deps, 'customerData');
    expect(
      rows
        .map(({ table_name: name }) => name)
        .filter((name) => !Object.hasOwn(labels, name))
        .toSorted(),
    ).toEqual([]);
  });
});

describe('D10 an accepted limit above the threshold', () => {
  const input = (id: string, limitCents = 2_000_100) => ({ id, decision: 'accepted', limitCents });
  const stateOf = async (id: string) =>
    (await server.deps.db.selectFrom('applications').select(['state', 'limit_cents']).where('id', '=', id).executeTakeFirst()) as unknown;

  test('waits for a second underwriter, and is void once the application changes', async () => {
    const { id, borrower } = await referredBorrower(server);
    const { deciding } = (await uma?.call('GET', `/api/staff/applications/${id}`))?.json<{ deciding: object }>() ?? {};
    expect(deciding).toMatchObject({ secondAboveCents: 2_000_000 });
    for (const later of [true, false]) {
      const direct = await uma?.call('POST', `/api/staff/applications/${id}/decisions`, {
        decision: 'accepted',
        limitCents: 2_000_100,
        later,
      });
      expect(direct?.json()).toMatchObject({ code: 'secondNeeded' });
    }
    expect((await propose(uma, 'staff.decide', input(id)))?.json()).toMatchObject({ state: 'pending' });
    const shown = await pending(una, borrower.customerId);
    expect(shown).toMatchObject({ subject: `application:${id}`, amountCents: 2_000_100, input: { limitCents: 2_000_100 } });
    await server.deps.db
      .updateTable('applications')
      .set({ updated_at: new Date(server.clock.now().getTime() + 1000) })
      .where('id', '=', id)
      .execute();
    expect((await decide(una, shown))?.statusCode).toBe(409);
    expect(await stateOf(id)).toMatchObject({ state: 'referred' });
    await propose(uma, 'staff.decide', input(id));
    expect((await decide(una, await pending(una, borrower.customerId)))?.json()).toEqual({ state: 'approved' });
    expect(await stateOf(id)).toEqual({ state: 'accepted', limit_cents: 2_000_100 });
  });

  test('is refused above the maximum, and a lower one or a rejection needs nobody else', async () => {
    const { id } = await referredBorrower(server);
    expect((await propose(uma, 'staff.decide', input(id, 8_000_100)))?.statusCode).toBe(400);
    expect((await propose(uma, 'staff.decide', input(id, 2_000_000)))?.json()).toEqual({ state: 'done' });
    expect(await stateOf(id)).toEqual({ state: 'accepted', limit_cents: 2_000_000 });
  });
});

test('D10 held money that a colleague settles is void after a payment in between', async () => {
  const borrower = await acceptedBorrower(server);
  const { id: loan } = await activeLoan(server, borrower, { amountCents: 300_000 });
  const id = await heldMoney(server, borrower, { kind: 'full' });
  const reason = 'She meant to pay it back.';
  expect((await propose(mae, 'staff.allocateHeld', { id, reason }))?.json()).toMatchObject({ state: 'pending' });
  const shown = await pending(chito, borrower.customerId);
  const posting = { type: 'payment', day: todayOf(server.deps), cashCents: 10_000, couponCents: 0 } as const;
  await server.deps.db.transaction().execute((tx) => bookPosting(tx, server.deps, loan, 'paid in between', posting));
  expect((await decide(chito, shown))?.statusCode).toBe(409);
  expect(await pending(chito, borrower.customerId)).toBeUndefined();
  await propose(mae, 'staff.allocateHeld', { id, reason });
  expect((await decide(chito, await pending(chito, borrower.customerId)))?.json()).toEqual({ state: 'approved' });
});

/** A borrower who is owed more than one person may refund. */
async function owed() {
  const borrower = await acceptedBorrower(server);
  const { id: loanId } = await activeLoan(server, borrower, { amountCents: 300_000 });
  const id = await heldMoney(server, borrower, { kind: 'full' });
  const reason = 'It was not hers.';
  await propose(mae, 'staff.returnHeld', { id, reason });
  await decide(chito, await pending(chito, borrower.customerId));
  const { loans } = (await mae?.call('GET', '/api/staff/owed-money'))?.json<{ loans: { loanId: string; owedCents: number }[] }>() ?? {};
  const owedCents = loans?.find((loan) => loan.loanId === loanId)?.owedCents ?? 0;
  expect(owedCents).toBeGreaterThan(200_000);
  return { borrower, loanId, owedCents, reason };
}

test('D10 a refund that somebody recorded meanwhile is void, so that it waits no longer', async () => {
  const { borrower, loanId, owedCents, reason } = await owed();
  const input = { loanId, amountCents: owedCents, reference: 'BDO-2026-980', reason };
  expect((await propose(mae, 'staff.recordRefund', input))?.json()).toMatchObject({ state: 'pending' });
  const shown = await pending(chito, borrower.customerId);
  await server.deps.db.transaction().execute((tx) => recordRefund(tx, server.deps, { ...input, reference: 'BDO-2026-981' }));
  expect((await decide(chito, shown))?.json()).toMatchObject({ status: 409, code: 'proposalVoid' });
  expect(await pending(chito, borrower.customerId)).toBeUndefined();
});

test('D10 a refund above the amount waits for a second person, and is recorded once', async () => {
  const { borrower, loanId, owedCents, reason } = await owed();
  const input = { loanId, amountCents: owedCents, reference: 'BDO-2026-991', reason };
  const alone = await mae?.call('POST', `/api/staff/owed-money/${loanId}/refund`, { ...input, loanId: undefined });
  expect(alone?.statusCode).toBe(409);
  expect((await propose(mae, 'staff.recordRefund', { ...input, amountCents: owedCents - 1 }))?.json()).toMatchObject({
    status: 409,
    code: 'refundAmount',
  });
  expect((await propose(mae, 'staff.recordRefund', input))?.json()).toMatchObject({ state: 'pending' });
  const shown = await pending(chito, borrower.customerId);
  expect(shown).toMatchObject({ operation: 'staff.recordRefund', subject: `loan:${loanId}`, amountCents: owedCents, reason });
  expect((await decide(chito, shown))?.json()).toEqual({ state: 'approved' });
  expect((await propose(mae, 'staff.recordRefund', { ...input, reference: 'BDO-2026-992' }))?.json()).toMatchObject({
    code: 'refundNothing',
  });
});

test('D10 a large refund to an account that was deleted before the money came waits for a second person too', async () => {
  const { borrower, loanId, owedCents, reason } = await owed();
  const { db, clock } = server.deps;
  await db.updateTable('customers').set({ deleted_at: clock.now() }).where('id', '=', borrower.customerId).execute();
  const input = { loanId, amountCents: owedCents, reference: 'BDO-2026-993', reason };
  expect((await propose(mae, 'staff.recordRefund', input))?.json()).toMatchObject({ state: 'pending' });
  expect((await decide(chito, await pending(chito, borrower.customerId)))?.json()).toEqual({ state: 'approved' });
  expect((await propose(mae, 'staff.recordRefund', { ...input, reference: 'BDO-2026-994' }))?.json()).toMatchObject({
    code: 'refundNothing',
  });
});

describe('D10 the work about what is approved', () => {
  const claimOf = async (who: StaffMember | undefined, subject: string) => {
    const { item } = (await who?.call('GET', `/api/staff/work-on/${subject}`))?.json<{ item?: { id: string } }>() ?? {};
    return who?.call('PUT', `/api/staff/work/${item?.id}/claim`);
  };
  const proposed = async () => {
    const { id, borrower } = await referredBorrower(server);
    await propose(uma, 'staff.decide', { id, decision: 'accepted', limitCents: 2_000_100 });
    return { id, shown: await pending(una, borrower.customerId) };
  };

  test('may be claimed by the checker', async () => {
    const { id, shown } = await proposed();
    expect((await claimOf(una, id))?.statusCode).toBe(200);
    expect((await decide(una, shown))?.json()).toEqual({ state: 'approved' });
  });

  test('but not by somebody else', async () => {
    const { id, shown } = await proposed();
    const other = await staffMember(server, 'underwriter', 'ula');
    expect((await claimOf(other, id))?.statusCode).toBe(200);
    expect((await decide(una, shown))?.json()).toMatchObject({ code: 'claimed', params: { name: 'ula' } });
  });
});

describe('D02 D10 the queues', () => {
  const listed = async (who: StaffMember | undefined, queue: string, more = ''): Promise<WorkItem[]> =>
    (await who?.call('GET', `/api/staff/work?queue=${queue}${more}`))?.json<{ items: WorkItem[] }>().items ?? [];
  const open = async (who: StaffMember | undefined, id: string) =>
    (await who?.call('GET', '/api/staff/queues'))?.json<{ queues: { id: string; open: number }[] }>().queues.find((each) => each.id === id)
      ?.open;
  const next = (who: StaffMember | undefined, queue: string) => who?.call('POST', `/api/staff/queues/${queue}/next`, {});
  const only = (subjects: readonly string[]) => server.deps.db.deleteFrom('work_items').where('subject', 'not in', subjects).execute();

  test('show a proposal only to those who may decide it', async () => {
    const { customerId } = await newBorrower(server);
    const asked = await mae?.call('POST', '/api/staff/deletion-requests', { customerId, reason: 'She wrote a letter.' });
    await propose(mae, 'staff.completeDeletion', { id: asked?.json<{ id: string }>().id });
    const { id } = await pending(chito, customerId);
    await only([id]);
    expect(await listed(chito, 'approvals')).toMatchObject([{ subject: id }]);
    expect(await open(chito, 'approvals')).toBe(1);
    for (const who of [uma, mae]) {
      expect(await listed(who, 'approvals')).toEqual([]);
      expect(await open(who, 'approvals')).toBe(0);
      expect((await next(who, 'approvals'))?.json()).toMatchObject({ code: 'nothingWaits' });
    }
    const [item] = await listed(chito, 'approvals');
    expect((await uma?.call('PUT', `/api/staff/work/${item?.id}/claim`))?.statusCode).toBe(403);
    for (const to of ['uma', 'mae'])
      expect((await chito?.call('PUT', '/api/staff/work-assignments', { ids: [item?.id], to }))?.json()).toMatchObject({
        code: 'unknownPerson',
        params: { name: to },
      });
    expect((await next(chito, 'approvals'))?.json()).toMatchObject({ item: { subject: id } });
  });

  test('hand nobody what waits for a second person, say so, and hand it out again afterwards', async () => {
    const { id, borrower } = await referredBorrower(server);
    await only([id]);
    await propose(uma, 'staff.decide', { id, decision: 'accepted', limitCents: 2_000_100 });
    const proposal = await pending(una, borrower.customerId);
    expect(await listed(una, 'applications')).toMatchObject([{ subject: id, waitsUntil: proposal.expiresAt }]);
    expect(await listed(una, 'applications', '&who=free')).toEqual([]);
    expect((await next(una, 'applications'))?.json()).toMatchObject({ code: 'nothingWaits' });
    expect((await decide(una, proposal, 'rejected'))?.statusCode).toBe(200);
    expect((await listed(una, 'applications', '&who=free')).map(({ waitsUntil }) => waitsUntil)).toEqual([undefined]);
    expect((await next(una, 'applications'))?.json()).toMatchObject({ item: { subject: id } });
  });

  test('hand it out again when its maker takes the proposal back, but not while another one waits', async () => {
    const borrower = await acceptedBorrower(server);
    await activeLoan(server, borrower, { amountCents: 300_000 });
    const id = await heldMoney(server, borrower, { kind: 'full' });
    await only([id]);
    const input = { id, reason: 'She meant to pay it back.' };
    const first = (await propose(mae, 'staff.allocateHeld', input))?.json<{ id: string }>();
    const second = (await propose(mae, 'staff.returnHeld', input))?.json<{ id: string }>();
    await mae?.call('POST', `/api/staff/approvals/${first?.id}/withdrawal`);
    expect((await next(chito, 'money'))?.json()).toMatchObject({ code: 'nothingWaits' });
    await mae?.call('POST', `/api/staff/approvals/${second?.id}/withdrawal`);
    expect((await next(chito, 'money'))?.json()).toMatchObject({ item: { subject: id } });
  });
});
