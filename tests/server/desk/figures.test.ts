import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Static } from 'typebox';
import { staffOperations, type StaffOperations } from '../../../server/contract/staff/operations.ts';
import { deskRegistry } from '../../../server/deskRegistry.ts';
import type { Figures } from '../../../server/product/figures/kind.ts';
import { releaseOf } from '../../support/compiled.ts';
import { heldMoney } from '../repayments/support.ts';
import { deskFiles, startDesk, type DeskApp } from '../support/desk.ts';
import { journey } from '../support/journey.ts';
import { acceptedBorrower, activeLoan, advanceDays, currentLoan, settle, withdrawn } from '../support/lending.ts';
import { edited, newBorrower } from '../support/product.ts';
import { referred } from '../support/referred.ts';
import { staffMember, type StaffMember } from '../support/staff.ts';

type FigureId = {
  [Id in keyof StaffOperations]: Static<StaffOperations[Id]['output']> extends { at: string } ? Id : never;
}[keyof StaffOperations];

let server: DeskApp;
let names = 0;
beforeAll(async () => {
  server = await startDesk();
});
afterAll(() => server.close());

/** Reads a figure once its one-minute cache has expired. */
async function figure<const Id extends FigureId>(id: Id, input = '?days=30', path: string = staffOperations[id].path) {
  server.clock.advance(61);
  await server.deps.stepCounts.settled();
  const reviewer = await staffMember(server, 'reviewer', `reviewer-${(names += 1)}`);
  const answer = await reviewer.call('GET', `${path}${input}`);
  if (answer.statusCode !== 200) throw new Error(`${id}: ${answer.statusCode} ${answer.body}`);
  return answer.json<Static<StaffOperations[Id]['output']>>();
}

const decide = async (who: StaffMember, id: string, body: object) =>
  expect((await who.call('POST', `/api/staff/applications/${id}/decisions`, body)).statusCode).toBe(200);

test('D11 figures of an empty installation are empty, not wrong', async () => {
  expect(await figure('staff.applicationFigures')).toMatchObject({ sent: 0, states: [] });
  expect(await figure('staff.referralFigures')).toMatchObject({ reasons: [] });
  const decisions = await figure('staff.decisionFigures');
  expect(decisions).toMatchObject({ decided: 0, byDay: [] });
  expect(decisions).not.toHaveProperty('halfHours');
  expect(await figure('staff.payoutFigures')).toMatchObject({ paid: 0, failed: 0, byDay: [], failures: [] });
  expect(await figure('staff.overdueFigures', '')).toMatchObject({ count: 0, cents: 0 });
  const suspense = await figure('staff.suspenseFigures', '');
  expect(suspense).toMatchObject({ count: 0, cents: 0 });
  expect(suspense).not.toHaveProperty('since');
});

test('D11 states, decision times and reasons follow from what happened to five applications', async () => {
  await acceptedBorrower(server);
  const waiting = await Promise.all([1, 2, 3, 4].map(() => referred(server)));
  const decideAfter = async (hours: number, index: number) => {
    server.clock.advance(hours * 3600);
    const underwriter = await staffMember(server, 'underwriter', `decider-${index}`);
    await decide(underwriter, waiting[index]!.id, { decision: 'accepted', limitCents: 500_000 });
  };
  // One, three and eleven hours after the referral.
  await decideAfter(1, 0);
  await decideAfter(2, 1);
  await decideAfter(8, 2);
  expect(await figure('staff.applicationFigures')).toMatchObject({
    sent: 5,
    states: [
      { state: 'accepted', count: 4 },
      { state: 'referred', count: 1 },
    ],
  });
  expect(await figure('staff.decisionFigures')).toMatchObject({ decided: 3, halfHours: 3, mostHours: 9.4 });
  const { byDay } = await figure('staff.decisionFigures');
  expect(byDay.map(({ decided }) => decided).reduce((sum, each) => sum + each, 0)).toBe(3);
  const { reasons } = await figure('staff.referralFigures');
  expect(reasons).toEqual([{ reason: 'student', label: expect.stringMatching(/student/i) as string, count: 4 }]);
});

test('D11 the funnel of a flow and of a step follows from four borrowers', async () => {
  await server.deps.stepCounts.settled();
  await server.deps.db.deleteFrom('step_counts').execute();
  const [one, two, three] = await Promise.all([1, 2, 3, 4].map(async () => journey(server, await newBorrower(server))));
  await one!.walkTo('nowhere');
  await one!.submit();
  await two!.walkTo('personalMore');
  await three!.put('identity', { ...(await three!.soundAnswers('identity')), firstName: '' });
  const events = [
    { step: 'identity', event: 'seen' },
    { step: 'identity', event: 'begun' },
    { step: 'identity', event: 'begun', field: 'firstName' },
    { step: 'identity', event: 'left', field: 'lastName' },
    { step: 'identity', event: 'refused', field: 'firstName', code: 'minLength' },
  ];
  await server.app.inject({ method: 'POST', url: '/api/flows/onboarding/counts', payload: { events }, headers: three!.headers });
  const { steps, submitted } = await figure('staff.stepFigures', '?days=7', '/api/staff/figures/flows/onboarding');
  expect(submitted).toBe(1);
  expect(steps.map(({ step }) => step).slice(0, 4)).toEqual(['identity', 'personalBasic', 'personalMore', 'work']);
  expect(steps.slice(0, 4)).toMatchObject([
    { reached: 4, saved: 2, stopped: 2, seen: 1, begun: 1, left: 1, refused: 2 },
    { reached: 2, saved: 2, stopped: 0 },
    { reached: 2, saved: 1, stopped: 1 },
    { reached: 1, saved: 1, stopped: 0 },
  ]);
  expect(steps[0]!.label).toBe('Who you are');
  expect(steps.at(-1)).toMatchObject({ step: 'review', label: 'Check your details' });
  const { fields } = await figure('staff.fieldFigures', '?days=7', '/api/staff/figures/flows/onboarding/steps/identity');
  expect(fields.filter(({ begun, left, refused }) => begun + left + refused > 0)).toEqual([
    expect.objectContaining({
      field: 'firstName',
      label: 'First name',
      begun: 1,
      refused: 2,
      reasons: expect.arrayContaining([
        { code: 'required', count: 1 },
        { code: 'minLength', count: 1 },
      ]) as unknown,
    }),
    expect.objectContaining({ field: 'lastName', left: 1 }),
  ]);
});

test('D11 payouts, overdue loans and money in suspense follow from four loans', async () => {
  const [failing, late, later, held] = await Promise.all([1, 2, 3, 4].map(() => acceptedBorrower(server)));
  server.payout.orders.order('accountFails');
  await withdrawn(server, failing!);
  await settle(server);
  server.payout.orders.clear();
  await activeLoan(server, late!);
  await activeLoan(server, later!, { amountCents: 300_000 });
  await activeLoan(server, held!);
  await heldMoney(server, held!);
  expect(await figure('staff.payoutFigures')).toMatchObject({ paid: 3, failed: 1, failures: [{ reason: 'account', count: 1 }] });
  const suspense = await figure('staff.suspenseFigures', '');
  expect(suspense.count).toBe(1);
  expect(suspense.cents).toBeGreaterThan(0);
  expect(suspense.since).toMatch(/^2026-/);
  expect((await figure('staff.overdueFigures', '')).count).toBe(0);

  await advanceDays(server, 33, late!, later!);
  const owed = async () => (await Promise.all([late!, later!].map((who) => currentLoan(server, who)))).map((loan) => loan.payoffCents ?? 0);
  const first = await figure('staff.overdueFigures', '');
  const due = await owed();
  expect(first.buckets.filter(({ count }) => count > 0)).toEqual([
    { bucket: 'upToWeek', count: 2, cents: due.reduce((sum, cents) => sum + cents, 0) },
  ]);
  await advanceDays(server, 8);
  const second = await figure('staff.overdueFigures', '');
  expect(second.buckets.find(({ bucket }) => bucket === 'upToMonth')).toMatchObject({ count: 2 });
});

test('D11 a figure is counted once a minute and says when', async () => {
  const before = await figure('staff.applicationFigures', '?days=90');
  const reviewer = await staffMember(server, 'reviewer', 'reviewer-again');
  await referred(server);
  const again = (await reviewer.call('GET', '/api/staff/figures/applications?days=90')).json<typeof before>();
  expect(again).toEqual(before);
  expect(new Date(before.at).getTime()).toBe(server.clock.now().getTime());
  expect((await figure('staff.applicationFigures', '?days=90')).sent).toBe(before.sent + 1);
});

test('D11 product staff draw another figure, and group overdue loans, in JSON', async () => {
  const chart = (kind: string) => ({
    block: 'chart',
    title: { key: 'count' },
    kind,
    items: 'payouts.byDay',
    label: { text: { key: 'day' }, value: 'item.day', as: 'date' },
    series: [{ text: { key: 'paid' }, value: 'item.paid' }],
    empty: { key: 'noPayouts' },
  });
  const withChart = (kind: string) =>
    edited<{ blocks: object[] }>(deskFiles(), 'flows/screens/figures.screen.json', ({ blocks }) => void blocks.push(chart(kind)));
  await expect(releaseOf(withChart('pie'), deskRegistry)).rejects.toThrow('Expected one of bars, stacked, line.');
  const files = edited<Figures>(withChart('line'), 'flows/figures.json', (figures) => void figures.overdue.splice(1));
  const release = await releaseOf(files, deskRegistry);
  await server.desk.table.save(release, 'test');
  await server.desk.table.activate(release.hash, 'test', 'publish');
  await server.desk.releases.refresh();
  const { buckets, count } = await figure('staff.overdueFigures', '');
  expect(buckets).toMatchObject([{ bucket: 'upToWeek', count }]);
});

test('D11 a period outside the days that are kept, and a flow that does not exist, are refused', async () => {
  const reviewer = await staffMember(server, 'reviewer', 'reviewer-wrong');
  const status = async (url: string) => (await reviewer.call('GET', url)).statusCode;
  expect(await status('/api/staff/figures/applications?days=91')).toBe(400);
  expect(await status('/api/staff/figures/applications?days=0')).toBe(400);
  expect(await status('/api/staff/figures/applications')).toBe(400);
  expect(await status('/api/staff/figures/flows/nowhere?days=7')).toBe(404);
  expect(await status('/api/staff/figures/flows/onboarding/steps/nowhere?days=7')).toBe(404);
  expect((await server.app.inject({ method: 'GET', url: '/api/staff/figures/overdue' })).statusCode).toBe(401);
});
