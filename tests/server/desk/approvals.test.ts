import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Approval } from '../../../server/contract/staff/approvals.ts';
import type { WorkItem } from '../../../server/contract/staff/work.ts';
import { expireApprovals } from '../../../server/platform/approvals/expire.ts';
import { begin } from '../repayments/support.ts';
import { auditRows } from '../support/auditRows.ts';
import { startDesk, type DeskApp } from '../support/desk.ts';
import type { Journey } from '../support/journey.ts';
import { acceptedBorrower, activeLoan, call, currentLoan, expectSound, settle } from '../support/lending.ts';
import { staffMember, type StaffMember } from '../support/staff.ts';

let server: DeskApp;
let [maker, checker]: StaffMember[] = [];
let borrower: Journey;
let loanId = '';
beforeAll(async () => {
  server = await startDesk();
  [maker, checker] = [await staffMember(server, 'support', 'mae'), await staffMember(server, 'support', 'chito')];
});
beforeEach(async () => {
  borrower = await acceptedBorrower(server);
  ({ id: loanId = '' } = await activeLoan(server, borrower));
});
afterAll(async () => {
  await expectSound(server);
  await server.close();
});

const reason = 'She changed her mind on the phone.';
const propose = (who = maker, operation = 'staff.cancelLoan') =>
  who?.call('POST', '/api/staff/approvals', { operation, input: { id: loanId, reason } });
const pending = async (who = checker): Promise<Approval> => {
  const answer = await who?.call('GET', `/api/staff/approvals?subject=loan:${loanId}`);
  return answer?.json<{ approvals: Approval[] }>().approvals[0] as Approval;
};
const decide = (who: StaffMember | undefined, { id, hash }: Pick<Approval, 'id' | 'hash'>, decision = 'approved') =>
  who?.call('POST', `/api/staff/approvals/${id}/decisions`, { decision, hash, note: 'The file is complete.' });
const repayments = async () =>
  (await server.deps.db.selectFrom('repayments').select('kind').where('loan_id', '=', loanId).execute()).map(({ kind }) => kind);

test('D10 a cancellation waits until somebody else approves it, and then takes effect once', async () => {
  expect((await propose())?.json()).toMatchObject({ state: 'pending' });
  expect(await repayments()).toEqual([]);
  const shown = await pending();
  const { receivedCents } = await currentLoan(server, borrower);
  expect(shown).toMatchObject({ requestedBy: 'mae', reason, amountCents: receivedCents, isMine: false, mayDecide: true });
  expect((await decide(checker, shown))?.json()).toEqual({ state: 'approved' });
  expect(await repayments()).toEqual(['cancellation']);
  expect((await decide(checker, shown))?.statusCode).toBe(409);
  expect(await repayments()).toEqual(['cancellation']);
  const rows = await auditRows(server.deps.db)
    .select(['actor', 'action'])
    .where('subject', '=', `loan:${loanId}`)
    .where('action', 'in', ['approval.requested', 'loan.cancellationAsked', 'approval.approved'])
    .execute();
  expect(rows).toEqual([
    { actor: `staff:${maker?.id}`, action: 'approval.requested' },
    { actor: `staff:${maker?.id}`, action: 'loan.cancellationAsked' },
    { actor: `staff:${checker?.id}`, action: 'approval.approved' },
  ]);
});

describe('D10 refused is', () => {
  test('who approves their own proposal, by the database too', async () => {
    await propose();
    const shown = await pending(maker);
    expect(shown).toMatchObject({ isMine: true, mayDecide: false });
    expect((await decide(maker, shown))?.statusCode).toBe(403);
    const own = { state: 'approved' as const, decided_by: maker?.id ?? '', decided_at: new Date() };
    const forced = server.deps.db.updateTable('approvals').set(own).where('id', '=', shown.id).execute();
    await expect(forced).rejects.toThrow('maker_is_not_checker');
    expect(await repayments()).toEqual([]);
  });

  test('the operation itself, without a second person', async () => {
    const direct = await maker?.call('POST', `/api/staff/loans/${loanId}/cancellation`, { reason });
    expect(direct?.json()).toMatchObject({ status: 409, code: 'secondNeeded' });
    expect(await repayments()).toEqual([]);
  });

  test('an approval of other content than the checker saw', async () => {
    await propose();
    const shown = await pending();
    expect((await decide(checker, { ...shown, hash: 'a'.repeat(32) }))?.statusCode).toBe(409);
    expect(await repayments()).toEqual([]);
  });

  test('an approval of what can no longer be done, because something was paid', async () => {
    await propose();
    const shown = await pending();
    await begin(server, borrower, { kind: 'extension' });
    await settle(server);
    expect((await decide(checker, shown))?.statusCode).toBe(409);
    expect(await repayments()).toEqual(['extension']);
  });

  test('an approval while a payment is under way, which leaves the proposal waiting', async () => {
    await propose();
    const shown = await pending();
    await begin(server, borrower, { kind: 'extension' });
    expect((await decide(checker, shown))?.json()).toMatchObject({ status: 409, code: 'repaymentInProgress' });
    expect(await pending()).toMatchObject({ id: shown.id, hash: shown.hash });
  });

  test('a second proposal of the same, and an input that the operation would refuse', async () => {
    await propose();
    expect((await propose(checker))?.statusCode).toBe(409);
    const wrong = await maker?.call('POST', '/api/staff/approvals', { operation: 'staff.cancelLoan', input: { id: loanId } });
    expect(wrong?.statusCode).toBe(400);
    expect((await propose(maker, 'staff.sendBack'))?.statusCode).toBe(404);
  });

  test('a role that the operation does not allow', async () => {
    const underwriter = await staffMember(server, 'underwriter', `uma${Date.now()}`);
    expect((await propose(underwriter))?.statusCode).toBe(403);
  });

  test('an approval after it expired', async () => {
    await propose();
    const shown = await pending();
    server.clock.advance(73 * 3600);
    const late = await staffMember(server, 'support', `late${Date.now()}`);
    expect((await decide(late, shown))?.statusCode).toBe(409);
    server.clock.advance(-73 * 3600);
  });
});

test('D10 a proposal whose content has changed is void, and says so once', async () => {
  await propose();
  const shown = await pending();
  await server.deps.db.updateTable('loans').set({ order_number: 'HK-AAAAA-AAAAA' }).where('id', '=', loanId).execute();
  expect((await decide(checker, shown))?.statusCode).toBe(409);
  const row = await server.deps.db.selectFrom('approvals').select('state').where('id', '=', shown.id).executeTakeFirst();
  expect(row).toEqual({ state: 'void' });
  expect(await pending()).toBeUndefined();
  expect(await repayments()).toEqual([]);
});

test.each([
  ['has no access any more', () => ({ disabled_at: server.clock.now() })],
  ['has a role that may not do it', () => ({ role: 'admin' as const })],
])('D10 a proposal is void once its maker %s', async (_, change) => {
  const leaving = await staffMember(server, 'support', `l${loanId}`.slice(0, 30));
  await propose(leaving);
  const shown = await pending();
  await server.deps.db.updateTable('staff').set(change()).where('id', '=', leaving.id).execute();
  expect((await decide(checker, shown))?.statusCode).toBe(409);
  expect(await server.deps.db.selectFrom('approvals').select('state').where('id', '=', shown.id).executeTakeFirst()).toEqual({
    state: 'void',
  });
  expect(await repayments()).toEqual([]);
});

test('D10 of two checkers at once, one takes effect', async () => {
  await propose();
  const shown = await pending();
  const other = await staffMember(server, 'underwriter', `una${Date.now()}`);
  const answers = await Promise.all([decide(checker, shown), decide(other, shown, 'rejected')]);
  expect(new Set(answers.map((answer) => answer?.statusCode))).toEqual(new Set([200, 409]));
  expect(await repayments()).toEqual(answers[0]?.statusCode === 200 ? ['cancellation'] : []);
});

test('D10 the maker takes a proposal back, and the checker rejects one', async () => {
  await propose();
  const first = await pending();
  expect((await checker?.call('POST', `/api/staff/approvals/${first.id}/withdrawal`))?.statusCode).toBe(409);
  expect((await maker?.call('POST', `/api/staff/approvals/${first.id}/withdrawal`))?.json()).toEqual({ state: 'withdrawn' });
  await propose();
  expect((await decide(checker, await pending(), 'rejected'))?.json()).toEqual({ state: 'rejected' });
  expect(await repayments()).toEqual([]);
  expect((await call(server, borrower, 'GET', '/api/loans/current')).json()).toMatchObject({ state: 'active' });
});

test('D10 an approval counts as of the time of its proposal', async () => {
  server.clock.advance(23 * 3600);
  const early = await staffMember(server, 'support', `early${Date.now()}`);
  await propose(early);
  server.clock.advance(2 * 3600);
  const late = await staffMember(server, 'support', `after${Date.now()}`);
  expect((await decide(late, await pending(late)))?.json()).toEqual({ state: 'approved' });
  expect(await repayments()).toEqual(['cancellation']);
});

describe('D10 a proposal that waits stands in the queue', () => {
  const queued = async (who = checker): Promise<WorkItem[]> => {
    const { items } = (await who?.call('GET', '/api/staff/work?queue=approvals'))?.json<{ items: WorkItem[] }>() ?? { items: [] };
    return items.filter(({ customerId }) => customerId === borrower.customerId);
  };
  beforeEach(async () => {
    [maker, checker] = [
      await staffMember(server, 'support', `m${loanId}`.slice(0, 30)),
      await staffMember(server, 'underwriter', `c${loanId}`.slice(0, 30)),
    ];
    await propose();
  });

  test('with the number that people quote, and on the page of the customer', async () => {
    const shown = await pending();
    const { orderNumber } = await currentLoan(server, borrower);
    expect(await queued()).toMatchObject([{ kind: 'approval', subject: shown.id, number: orderNumber }]);
    expect(shown).toMatchObject({ number: orderNumber });
    const ofCustomer = await checker?.call('GET', `/api/staff/approvals?customerId=${borrower.customerId}`);
    expect(ofCustomer?.json()).toEqual({ approvals: [shown] });
    const one = await checker?.call('GET', `/api/staff/approvals?id=${shown.id}`);
    expect(one?.json()).toEqual({ approvals: [shown] });
  });

  test.each(['approved', 'rejected'])('until it is %s', async (decision) => {
    expect((await decide(checker, await pending(), decision))?.statusCode).toBe(200);
    expect(await queued()).toEqual([]);
  });

  test('until the maker takes it back', async () => {
    await maker?.call('POST', `/api/staff/approvals/${(await pending()).id}/withdrawal`);
    expect(await queued()).toEqual([]);
  });

  test('until its content changes', async () => {
    await server.deps.db
      .updateTable('loans')
      .set({ order_number: `HK-B${loanId.slice(-9)}` })
      .where('id', '=', loanId)
      .execute();
    expect((await decide(checker, await pending()))?.statusCode).toBe(409);
    expect(await queued()).toEqual([]);
  });

  test('until it expires', async () => {
    server.clock.advance(73 * 3600);
    const late = await staffMember(server, 'support', `l${loanId}`.slice(0, 30));
    expect(await queued(late)).toHaveLength(1);
    await expireApprovals.run(server.deps, {}, { id: 0, attempt: 1 });
    expect(await queued(late)).toEqual([]);
    server.clock.advance(-73 * 3600);
  });

  test('but its maker is neither handed it nor may claim it', async () => {
    const [item] = await queued();
    await server.deps.db
      .deleteFrom('work_items')
      .where('id', '!=', item?.id ?? '')
      .execute();
    const next = (who = maker) => who?.call('POST', '/api/staff/queues/approvals/next', {});
    expect((await maker?.call('PUT', `/api/staff/work/${item?.id}/claim`))?.statusCode).toBe(403);
    expect((await next())?.json()).toMatchObject({ code: 'nothingWaits' });
    expect((await next(checker))?.json()).toMatchObject({ item: { id: item?.id } });
  });

  test('and while a colleague works on it, nobody else decides', async () => {
    const other = await staffMember(server, 'underwriter', `o${loanId}`.slice(0, 30));
    const [item] = await queued();
    expect((await other.call('PUT', `/api/staff/work/${item?.id}/claim`)).statusCode).toBe(200);
    expect((await decide(checker, await pending()))?.json()).toMatchObject({ status: 409, code: 'claimed', params: { name: other.name } });
    expect((await decide(other, await pending()))?.json()).toEqual({ state: 'approved' });
  });
});
