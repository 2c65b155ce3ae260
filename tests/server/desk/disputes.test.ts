import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Dispute } from '../../../server/contract/staff/disputes.ts';
import type { DeletionPreview } from '../../../server/contract/staff/support.ts';
import type { WorkItem } from '../../../server/contract/staff/work.ts';
import { begin } from '../repayments/support.ts';
import { auditRows } from '../support/auditRows.ts';
import { startDesk, type DeskApp } from '../support/desk.ts';
import { acceptedBorrower, activeLoan, settle } from '../support/lending.ts';
import { newBorrower } from '../support/product.ts';
import { staffMember, type StaffMember } from '../support/staff.ts';

let server: DeskApp;
let [mae, chito, uma]: StaffMember[] = [];
beforeAll(async () => {
  server = await startDesk();
  [mae, chito] = [await staffMember(server, 'support', 'mae'), await staffMember(server, 'support', 'chito')];
  uma = await staffMember(server, 'underwriter', 'uma');
});
afterAll(() => server.close());

const note = 'She paid at a counter and has the receipt 12-7781.';
const open = (who: StaffMember | undefined, about: string, id: string, more: object = {}) =>
  who?.call('POST', '/api/staff/disputes', { about, id, reason: 'paymentMissing', note, ...more });
const listed = async (customerId: string): Promise<Dispute[]> =>
  (await uma?.call('GET', `/api/staff/disputes?customerId=${customerId}`))?.json<{ disputes: Dispute[] }>().disputes ?? [];
const resolve = (who: StaffMember | undefined, id: string, more: object = {}) =>
  who?.call('POST', `/api/staff/disputes/${id}/resolution`, { outcome: 'upheld', note: 'The provider found it.', ...more });
const queued = async (): Promise<WorkItem[]> =>
  (await chito?.call('GET', '/api/staff/work?queue=disputes'))?.json<{ items: WorkItem[] }>().items ?? [];
const audited = async (subject: string) => {
  const rows = await auditRows(server.deps.db).select(['action', 'detail']).where('subject', '=', subject).execute();
  const own = rows.filter(({ action }) => action.startsWith('dispute.')).toSorted((one, other) => one.action.localeCompare(other.action));
  return own.map(({ action, detail }) => ({ action, detail: JSON.parse(detail) as unknown }));
};

describe('D02 a dispute', () => {
  test('about a loan waits in its queue with a deadline, is resolved once, and stands in the audit without what was said', async () => {
    const borrower = await acceptedBorrower(server);
    const { id: loan } = await activeLoan(server, borrower);
    const { id, number } = (await open(mae, 'loan', loan ?? ''))?.json<{ id: string; number: string }>() ?? { id: '', number: '' };
    expect(number).toMatch(/^C-[0-9A-F]{4}-[0-9A-F]{4}$/);
    const [item] = await queued();
    expect(item).toMatchObject({ kind: 'dispute', subject: id, number, customerId: borrower.customerId, overdue: false });
    // Seven working days later.
    expect(Date.parse(item?.dueAt ?? '') - Date.parse(item?.openedAt ?? '')).toBe(9 * 86_400_000);
    const [shown] = await listed(borrower.customerId);
    expect(shown).toMatchObject({ id, about: 'loan', loanId: loan, reason: 'paymentMissing', note, state: 'open', openedBy: 'mae' });
    expect((await open(chito, 'loan', loan ?? ''))?.json()).toMatchObject({ code: 'disputeOpen' });

    await mae?.call('PUT', `/api/staff/work/${item?.id}/claim`);
    expect((await resolve(chito, id))?.json()).toMatchObject({ code: 'claimed', params: { name: 'mae' } });
    expect((await resolve(mae, id))?.json()).toEqual({ state: 'resolved' });
    expect((await resolve(mae, id))?.json()).toMatchObject({ code: 'disputeResolved' });
    expect(await queued()).toEqual([]);
    expect((await uma?.call('GET', `/api/staff/disputes/${id}`))?.json()).toMatchObject({
      state: 'resolved',
      outcome: 'upheld',
      answer: 'The provider found it.',
      resolvedBy: 'mae',
    });
    expect(await audited(`loan:${loan}`)).toEqual([
      { action: 'dispute.opened', detail: { dispute: id, reason: 'paymentMissing' } },
      { action: 'dispute.resolved', detail: { dispute: id, outcome: 'upheld' } },
    ]);
    const { note: stored } = await server.deps.db.selectFrom('disputes').select('note').where('id', '=', id).executeTakeFirstOrThrow();
    expect(stored).not.toContain('receipt');
    expect((await open(chito, 'loan', loan ?? ''))?.statusCode).toBe(200);
  });

  test('may be about a payment, or about the customer', async () => {
    const borrower = await acceptedBorrower(server);
    const { id: loanId } = await activeLoan(server, borrower);
    await begin(server, borrower, { kind: 'full' });
    await settle(server);
    const payment = await server.deps.db
      .selectFrom('repayments')
      .select(['id', 'reference'])
      .where('customer_id', '=', borrower.customerId)
      .executeTakeFirstOrThrow();
    expect((await open(mae, 'repayment', payment.id))?.statusCode).toBe(200);
    server.clock.advance(1);
    expect((await open(mae, 'customer', borrower.customerId, { reason: 'conduct' }))?.statusCode).toBe(200);
    expect(await listed(borrower.customerId)).toMatchObject([
      { about: 'customer', reason: 'conduct' },
      { about: 'repayment', loanId, reference: payment.reference },
    ]);
  });

  test('is refused about what does not exist, for a reason that nobody wrote, and to other roles', async () => {
    const { customerId } = await newBorrower(server);
    expect((await open(mae, 'loan', 'nothing'))?.statusCode).toBe(404);
    expect((await open(mae, 'customer', customerId, { reason: 'weather' }))?.json()).toMatchObject({
      problems: [{ code: 'unknown', path: '/reason' }],
    });
    expect((await open(mae, 'customer', customerId, { note: '   ' }))?.statusCode).toBe(400);
    expect((await open(uma, 'customer', customerId))?.statusCode).toBe(403);
  });

  test('that is open holds up a deletion, which erases it afterwards', async () => {
    const { customerId } = await newBorrower(server);
    const { id } = (await open(mae, 'customer', customerId, { reason: 'conduct' }))?.json<{ id: string }>() ?? { id: '' };
    const asked = await mae?.call('POST', '/api/staff/deletion-requests', { customerId, reason: 'She wrote a letter.' });
    const request = asked?.json<{ id: string }>().id;
    const preview = async () => (await mae?.call('GET', `/api/staff/deletion-requests/${request}`))?.json<DeletionPreview>();
    expect(await preview()).toMatchObject({ blocked: 'disputeWaits' });
    await resolve(mae, id);
    expect((await preview())?.goes).toContainEqual({ id: 'disputes', deleted: 1, emptied: 0 });
  });
});
