import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Approval } from '../../../server/contract/staff/approvals.ts';
import { createApp } from '../../../server/platform/app.ts';
import { expireApprovals } from '../../../server/platform/approvals/expire.ts';
import type { App } from '../../../server/platform/http/types.ts';
import { begin, heldMoney } from '../repayments/support.ts';
import { startDesk, type DeskApp } from '../support/desk.ts';
import type { Journey } from '../support/journey.ts';
import { acceptedBorrower, activeLoan, expectSound, settle } from '../support/lending.ts';
import { sessionFor } from '../support/product.ts';
import { referredBorrower } from '../support/review.ts';
import { staffMember, type StaffMember } from '../support/staff.ts';
import { onPostgres } from '../support/testDatabase.ts';

/** The embedded database runs transactions one after another. There this shows that it works; on PostgreSQL, that it holds. */
const rounds = onPostgres ? 6 : 1;

/** Two nodes on one database. The checker works on the other one. */
let server: DeskApp;
let other: App;
let [maker, checker, una, uma]: StaffMember[] = [];
beforeAll(async () => {
  server = await startDesk();
  other = await createApp(server.deps);
});
afterAll(async () => {
  await settle(server);
  await expectSound(server);
  await other.close();
  await server.close();
});

let times = 0;
/** Logs new people in, because sessions end while the clock moves. */
async function logIn(): Promise<void> {
  times += 1;
  maker = await staffMember(server, 'support', `mae${times}`);
  checker = await staffMember({ ...server, app: other }, 'support', `chito${times}`);
  una = await staffMember({ ...server, app: other }, 'underwriter', `una${times}`);
  uma = await staffMember(server, 'underwriter', `uma${times}`);
}

const reason = 'She changed her mind on the phone.';
const propose = (who: StaffMember | undefined, operation: string, input: object) =>
  who?.call('POST', '/api/staff/approvals', { operation, input });
const decide = (who: StaffMember | undefined, { id, hash }: Approval, decision = 'approved') =>
  who?.call('POST', `/api/staff/approvals/${id}/decisions`, { decision, hash, note: 'The file is complete.' });
const withdraw = (who: StaffMember | undefined, { id }: Approval) => who?.call('POST', `/api/staff/approvals/${id}/withdrawal`);
async function proposed(operation: string, input: object, who = maker): Promise<Approval> {
  const answer = (await propose(who, operation, input))?.json<{ id: string }>();
  const shown = await who?.call('GET', `/api/staff/approvals?id=${answer?.id}`);
  return shown?.json<{ approvals: Approval[] }>().approvals[0] as Approval;
}
const stateOf = async ({ id }: Approval) =>
  (await server.deps.db.selectFrom('approvals').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state;
const workOf = async ({ id }: Approval) =>
  (await server.deps.db.selectFrom('work_items').select('closed_at').where('subject', '=', id).executeTakeFirstOrThrow()).closed_at;
const statuses = (...answers: ({ statusCode: number } | undefined)[]) => answers.map((answer) => answer?.statusCode);
const oneOfThem = expect.toSatisfy(
  (codes: number[]) => codes.filter((code) => code === 200).length === 1 && codes.includes(409),
) as unknown;

async function loan(): Promise<{ borrower: Journey; id: string }> {
  const borrower = await acceptedBorrower(server);
  const { id } = await activeLoan(server, borrower);
  borrower.headers = await sessionFor(server.deps, borrower.customerId);
  return { borrower, id };
}
const repayments = async (id: string) =>
  (await server.deps.db.selectFrom('repayments').select('kind').where('loan_id', '=', id).execute()).map(({ kind }) => kind);

/** A cancellation that awaits a second person. */
async function cancellation(): Promise<{ borrower: Journey; id: string; shown: Approval }> {
  const found = await loan();
  return { ...found, shown: await proposed('staff.cancelLoan', { id: found.id, reason }) };
}

describe.each(Array.from({ length: rounds }, (_, index) => index + 1))('D10 at the same moment, round %i:', () => {
  beforeAll(logIn);

  test('of two people who propose the same, one proposal waits', async () => {
    const { id } = await loan();
    const input = { id, reason };
    const answers = await Promise.all([propose(maker, 'staff.cancelLoan', input), propose(checker, 'staff.cancelLoan', input)]);
    expect(statuses(...answers)).toEqual(oneOfThem);
    const rows = await server.deps.db.selectFrom('approvals').select('state').where('subject', '=', `loan:${id}`).execute();
    expect(rows).toEqual([{ state: 'pending' }]);
  });

  test('of two checkers who approve and reject, one takes effect', async () => {
    const { id, shown } = await cancellation();
    const [approved, rejected] = await Promise.all([decide(checker, shown), decide(una, shown, 'rejected')]);
    expect(statuses(approved, rejected)).toEqual(oneOfThem);
    const isApproved = approved?.statusCode === 200;
    expect([await stateOf(shown), await repayments(id)]).toEqual(isApproved ? ['approved', ['cancellation']] : ['rejected', []]);
  });

  test('two checkers who approve make one cancellation, and the maker never approves', async () => {
    const { id, shown } = await cancellation();
    const [own, ...answers] = await Promise.all([decide(maker, shown), decide(checker, shown), decide(una, shown)]);
    expect(own?.statusCode).toBe(403);
    expect(statuses(...answers)).toEqual(oneOfThem);
    expect(await repayments(id)).toEqual(['cancellation']);
  });

  test('an approval and the withdrawal by the maker: one of them', async () => {
    const { id, shown } = await cancellation();
    const [approved, withdrawn] = await Promise.all([decide(checker, shown), withdraw(maker, shown)]);
    expect(statuses(approved, withdrawn)).toEqual(oneOfThem);
    const isApproved = approved?.statusCode === 200;
    expect([await stateOf(shown), await repayments(id)]).toEqual(isApproved ? ['approved', ['cancellation']] : ['withdrawn', []]);
    expect(await workOf(shown)).not.toBeNull();
  });

  test('an approval and the expiry: one of them', async () => {
    const { id, shown } = await cancellation();
    const later = { ...server.deps, clock: { ...server.deps.clock, now: () => new Date(server.clock.now().getTime() + 73 * 3_600_000) } };
    const [approved] = await Promise.all([decide(checker, shown), expireApprovals.run(later, {}, { id: 0, attempt: 1 })]);
    const isApproved = approved?.statusCode === 200;
    expect([await stateOf(shown), await repayments(id)]).toEqual(isApproved ? ['approved', ['cancellation']] : ['void', []]);
    expect(await workOf(shown)).not.toBeNull();
  });

  test('an approval and a payment of the borrower: one of them', async () => {
    const { id, shown, borrower } = await cancellation();
    const [approved, paid] = await Promise.all([decide(checker, shown), begin(server, borrower)]);
    expect([await repayments(id), statuses(approved, paid)]).toEqual(
      approved?.statusCode === 200 ? [['cancellation'], [200, 409]] : [['full'], [409, 200]],
    );
  });

  test('an approval of a limit and a send-back of the same application: no limit for answers that somebody doubts', async () => {
    const { borrower, id } = await referredBorrower(server);
    const shown = await proposed('staff.decide', { id, decision: 'accepted', limitCents: 2_500_000 }, uma);
    const corrections = [{ form: 'identity', field: 'idPhoto', reason: 'photoUnclear' }];
    const [approved, sentBack] = await Promise.all([
      decide(una, shown),
      maker?.call('POST', `/api/staff/applications/${id}/corrections`, { corrections }),
    ]);
    const limits = await server.deps.db
      .selectFrom('limit_grants')
      .select('amount_cents')
      .where('customer_id', '=', borrower.customerId)
      .execute();
    const isApproved = approved?.statusCode === 200;
    expect(limits).toEqual(isApproved ? [{ amount_cents: 2_500_000 }] : []);
    expect(isApproved || sentBack?.statusCode === 200).toBe(true);
    // A moment later, nobody can approve what was sent back meanwhile, or approve the same thing again.
    expect((await decide(una, shown))?.statusCode).toBe(409);
  });

  test('held money that one checker allocates and another returns goes one way', async () => {
    const { borrower } = await loan();
    const held = await heldMoney(server, borrower);
    const allocate = await proposed('staff.allocateHeld', { id: held, reason });
    const giveBack = await proposed('staff.returnHeld', { id: held, reason });
    const answers = await Promise.all([decide(checker, allocate), decide(una, giveBack)]);
    expect(statuses(...answers)).toEqual(oneOfThem);
    await expectSound(server);
  });
});
