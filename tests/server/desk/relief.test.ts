import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Approval } from '../../../server/contract/staff/approvals.ts';
import { postingsOf } from '../../../server/product/loans/postings.ts';
import { heldMoney, begun, textsTo } from '../repayments/support.ts';
import { auditRows } from '../support/auditRows.ts';
import { startDesk, type DeskApp } from '../support/desk.ts';
import type { Journey } from '../support/journey.ts';
import { acceptedBorrower, activeLoan, advanceDays, call, currentLoan, expectSound, settle } from '../support/lending.ts';
import { staffMember, type StaffMember } from '../support/staff.ts';

let server: DeskApp;
beforeAll(async () => void (server = await startDesk()));
afterAll(async () => {
  await expectSound(server);
  await server.close();
});

let people = 0;
const person = (role: 'support' | 'underwriter'): Promise<StaffMember> => staffMember(server, role, `${role}-${(people += 1)}`);

interface Overdue {
  borrower: Journey;
  id: string;
  support: StaffMember;
  underwriter: StaffMember;
}

/** A loan that is overdue by some days, and people who have just logged in. */
async function overdueLoan(days = 40): Promise<Overdue> {
  const borrower = await acceptedBorrower(server);
  const { id, termDays = 0 } = await activeLoan(server, borrower, { amountCents: 300_000 });
  await advanceDays(server, termDays + days, borrower);
  return { borrower, id, support: await person('support'), underwriter: await person('underwriter') };
}

const reason = 'She was in hospital and sent a paper.';
const postings = async (id: string): Promise<number> => (await postingsOf(server.deps.db, id)).length;
const waive = async (who: StaffMember, id: string, parts: object) =>
  who.call('POST', `/api/staff/loans/${id}/waivers`, { postings: await postings(id), ...parts, reason });
const propose = (who: StaffMember, operation: string, input: object) =>
  who.call('POST', '/api/staff/approvals', { operation, input: { ...input, reason } });
const pending = async (who: StaffMember, id: string): Promise<Approval> =>
  (await who.call('GET', `/api/staff/approvals?subject=loan:${id}`)).json<{ approvals: Approval[] }>().approvals[0] as Approval;
const decide = (who: StaffMember, { id, hash }: Approval) =>
  who.call('POST', `/api/staff/approvals/${id}/decisions`, { decision: 'approved', hash, note: 'The paper is in the file.' });
const owedParts = async (who: StaffMember, id: string) =>
  (await who.call('POST', `/api/staff/loans/${id}/relief-previews`, { kind: 'waive', penaltyCents: 1 })).json<{
    before: Record<'penaltyCents' | 'lateChargeCents' | 'interestCents', number>;
  }>().before;
const entriesOf = async (id: string, kind: string) =>
  Object.fromEntries(
    (
      await server.deps.db
        .selectFrom('journal_entries')
        .innerJoin('journals', 'journals.id', 'journal_entries.journal_id')
        .select(['account', 'cents'])
        .where('loan_id', '=', id)
        .where('kind', '=', kind)
        .execute()
    ).map(({ account, cents }) => [account, cents]),
  );

describe('D09 a waiver', () => {
  test('within the cap of the role takes effect at once: less is owed, the books show it, the borrower reads it', async () => {
    const { borrower, id, support } = await overdueLoan();
    const before = await currentLoan(server, borrower);
    const parts = { lateChargeCents: 5000, penaltyCents: 1000 };
    const preview = (await support.call('POST', `/api/staff/loans/${id}/relief-previews`, { kind: 'waive', ...parts })).json<
      Record<string, unknown>
    >();
    expect(preview).toMatchObject({
      before: { totalCents: before.payoffCents },
      after: { totalCents: (before.payoffCents ?? 0) - 6000, lateChargeCents: 0 },
      amountCents: 6000,
      needsSecond: false,
      language: 'en',
      sms: expect.stringMatching(/PHP 60 of interest and charges on loan HK-.* are waived/),
    });
    expect(await currentLoan(server, borrower)).toMatchObject({ payoffCents: before.payoffCents });
    expect((await waive(support, id, parts)).json()).toEqual({ id, amountCents: 6000, leftCents: (before.payoffCents ?? 0) - 6000 });
    expect(await currentLoan(server, borrower)).toMatchObject({ payoffCents: (before.payoffCents ?? 0) - 6000, lateChargeCents: 0 });
    expect(await entriesOf(id, 'waiver')).toEqual({ 'income.waived': 6000, 'income.penalty': -1000, 'income.late_charge': -5000 });
    await settle(server);
    expect(textsTo(server, borrower)).toContain(preview['sms']);
    const audited = await auditRows(server.deps.db)
      .select(['actor', 'detail'])
      .where('action', '=', 'loan.waived')
      .where('subject', '=', `loan:${id}`)
      .execute();
    expect(audited).toMatchObject([{ actor: `staff:${support.id}` }]);
    expect(JSON.stringify(audited)).toContain(reason);
  });

  test.each([
    ['more than is owed', { lateChargeCents: 5001 }, 'reliefExceeds'],
    ['nothing', {}, 'reliefNothing'],
    ['more than half of it, by customer service', { lateChargeCents: 5000, interestCents: 18_000 }, 'reliefCap'],
  ])('of %s is refused', async (_, parts, code) => {
    const { borrower, id, support } = await overdueLoan();
    const before = await currentLoan(server, borrower);
    expect((await waive(support, id, parts)).json()).toMatchObject({ code });
    expect((await support.call('POST', `/api/staff/loans/${id}/relief-previews`, { kind: 'waive', ...parts })).json()).toMatchObject({
      code,
    });
    expect(await currentLoan(server, borrower)).toMatchObject({ payoffCents: before.payoffCents });
  });

  test('is refused while money is held, a payment is under way, or the loan is not active', async () => {
    const { borrower, id, support } = await overdueLoan();
    const payment = await begun(server, borrower, { kind: 'full' });
    expect((await waive(support, id, { lateChargeCents: 100 })).json()).toMatchObject({ code: 'reliefWaits' });
    server.collection.provider.settle(
      (await server.deps.db.selectFrom('repayments').select('reference').where('id', '=', payment.id).executeTakeFirstOrThrow()).reference,
    );
    await settle(server);
    expect((await waive(support, id, { lateChargeCents: 100 })).json()).toMatchObject({ code: 'reliefNotActive' });
    const other = await overdueLoan();
    await heldMoney(server, other.borrower, { kind: 'extension' });
    expect((await waive(other.support, other.id, { lateChargeCents: 100 })).json()).toMatchObject({ code: 'reliefWaits' });
  });

  test('D10 above the threshold waits for an underwriter', async () => {
    const { borrower, id, support, underwriter } = await overdueLoan(90);
    const parts = { interestCents: 10_000, penaltyCents: 15_000 };
    expect((await waive(support, id, parts)).json()).toMatchObject({ code: 'secondNeeded' });
    expect((await propose(support, 'staff.waive', { id, postings: await postings(id), ...parts })).json()).toMatchObject({
      state: 'pending',
    });
    const shown = await pending(underwriter, id);
    expect(shown).toMatchObject({ amountCents: 25_000, input: parts, mayDecide: true });
    expect(await pending(await person('support'), id)).toMatchObject({ mayDecide: false });
    const owed = await currentLoan(server, borrower);
    expect((await decide(underwriter, shown)).json()).toEqual({ state: 'approved' });
    expect(await currentLoan(server, borrower)).toMatchObject({ payoffCents: (owed.payoffCents ?? 0) - 25_000 });
  });

  test('D10 a payment under way makes no proposal void: it can be approved once the payment was given up', async () => {
    const { borrower, id, support, underwriter } = await overdueLoan(90);
    await propose(support, 'staff.waive', { id, postings: await postings(id), penaltyCents: 20_300 });
    const shown = await pending(underwriter, id);
    const payment = await begun(server, borrower, { kind: 'full' });
    expect((await decide(underwriter, shown)).json()).toMatchObject({ status: 422, code: 'reliefWaits' });
    expect(await pending(underwriter, id)).toMatchObject({ id: shown.id, hash: shown.hash });
    await call(server, borrower, 'POST', `/api/repayments/${payment.id}/abandonment`);
    await settle(server);
    expect((await decide(underwriter, shown)).json()).toEqual({ state: 'approved' });
  });

  test('D10 a posting in between makes the proposal void', async () => {
    const { id, support, underwriter } = await overdueLoan(90);
    await propose(support, 'staff.waive', { id, postings: await postings(id), penaltyCents: 20_200 });
    const shown = await pending(underwriter, id);
    await waive(underwriter, id, { penaltyCents: 100 });
    expect((await decide(underwriter, shown)).statusCode).toBe(409);
    expect(await pending(underwriter, id)).toBeUndefined();
  });
});

describe('D10 what was waived before counts', () => {
  test('towards the threshold: a waiver in parts waits for the underwriter like one in whole', async () => {
    const { id, support, underwriter } = await overdueLoan(90);
    expect((await waive(support, id, { penaltyCents: 15_000 })).json()).toMatchObject({ amountCents: 15_000 });
    expect((await waive(support, id, { penaltyCents: 5001 })).json()).toMatchObject({ code: 'secondNeeded' });
    expect(
      (await support.call('POST', `/api/staff/loans/${id}/relief-previews`, { kind: 'waive', penaltyCents: 5001 })).json(),
    ).toMatchObject({ amountCents: 5001, needsSecond: true });
    await propose(support, 'staff.waive', { id, postings: await postings(id), penaltyCents: 5001 });
    expect(await pending(underwriter, id)).toMatchObject({ amountCents: 5001, facts: { countedCents: 20_001 } });
    expect((await waive(support, id, { penaltyCents: 5000 })).json()).toMatchObject({ amountCents: 5000 });
  });

  test('towards the share of the role, which is of what was owed before any waiver', async () => {
    const { borrower, id, support } = await overdueLoan();
    const { penaltyCents, lateChargeCents, interestCents } = await owedParts(support, id);
    const half = Math.floor((penaltyCents + lateChargeCents + interestCents) / 2);
    const first = { interestCents: Math.min(interestCents, 10_000) };
    await waive(support, id, first);
    const before = await currentLoan(server, borrower);
    const mostCents = half - first.interestCents;
    expect((await waive(support, id, { penaltyCents: mostCents + 1 })).json()).toMatchObject({
      code: 'reliefCap',
      params: { mostCents },
    });
    expect(await currentLoan(server, borrower)).toMatchObject({ payoffCents: before.payoffCents });
  });

  test('once: a request that is repeated, or whose loan has changed since the preview, waives nothing', async () => {
    const { borrower, id, support } = await overdueLoan();
    const preview = await support.call('POST', `/api/staff/loans/${id}/relief-previews`, { kind: 'waive', penaltyCents: 1000 });
    const seen = preview.json<{ postings: number }>().postings;
    expect(seen).toBe(await postings(id));
    expect((await waive(support, id, { postings: seen, penaltyCents: 1000 })).json()).toMatchObject({ amountCents: 1000 });
    const { payoffCents } = await currentLoan(server, borrower);
    expect((await waive(support, id, { postings: seen, penaltyCents: 1000 })).json()).toMatchObject({ status: 422, code: 'reliefChanged' });
    expect((await propose(support, 'staff.waive', { id, postings: seen, penaltyCents: 1000 })).json()).toMatchObject({
      code: 'reliefChanged',
    });
    expect(await currentLoan(server, borrower)).toMatchObject({ payoffCents });
    await settle(server);
    expect(textsTo(server, borrower).filter((text) => text.includes('are waived'))).toHaveLength(1);
  });
});

describe('D09 a write-off', () => {
  test('is refused before its day, and to a role without a cap', async () => {
    const { id, support, underwriter } = await overdueLoan(89);
    expect((await propose(underwriter, 'staff.writeOff', { id })).json()).toMatchObject({
      code: 'reliefTooEarly',
      params: { days: 89, afterDays: 90 },
    });
    expect((await propose(support, 'staff.writeOff', { id })).statusCode).toBe(403);
  });

  test('D10 ends the loan once a second person approves it, as a loss in the books, and she reads where to talk about it', async () => {
    const { borrower, id, support, underwriter } = await overdueLoan(90);
    const preview = (await underwriter.call('POST', `/api/staff/loans/${id}/relief-previews`, { kind: 'writeOff' })).json<
      Record<string, unknown>
    >();
    expect(preview).toMatchObject({
      amountCents: 300_000,
      needsSecond: true,
      after: { totalCents: 0 },
      sms: expect.stringContaining('we have closed loan HK-'),
    });
    expect((await underwriter.call('POST', `/api/staff/loans/${id}/write-off`, { reason })).json()).toMatchObject({ code: 'secondNeeded' });
    expect((await propose(underwriter, 'staff.writeOff', { id })).json()).toMatchObject({ state: 'pending' });
    expect(await currentLoan(server, borrower)).toMatchObject({ state: 'active' });
    expect((await decide(support, await pending(support, id))).json()).toEqual({ state: 'approved' });
    expect(await currentLoan(server, borrower)).toMatchObject({ state: 'writtenOff', refusesNew: false });
    expect(await entriesOf(id, 'writeOff')).toEqual({ 'expense.write_off': 300_000, 'receivable.principal': -300_000 });
    await settle(server);
    expect(textsTo(server, borrower)).toContain(preview['sms']);
    // She cannot borrow again.
    expect((await call(server, borrower, 'GET', '/api/loans/offer')).json()).toMatchObject({ canBorrow: false, refusal: 'openLoan' });
  });
});
