import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FormAnswers } from '../../../engine/config/definitions.ts';
import type { Snapshot } from '../../../server/platform/flows/snapshot.ts';
import { journey, type Journey } from '../support/journey.ts';
import { acceptedBorrower, activeLoan, advanceDays, call, expectSound, prepared, usualChoice } from '../support/lending.ts';
import { newBorrower, startProduct, type ProductApp } from '../support/product.ts';

let server: ProductApp;
beforeAll(async () => {
  server = await startProduct();
});
afterAll(async () => {
  await expectSound(server);
  await server.close();
});

const flow = '/api/flows/renewal';
const current = async (who: Journey) => (await call(server, who, 'GET', '/api/applications/current')).json<Record<string, unknown>>();
const renew = (who: Journey, headers: Record<string, string> = {}) => call(server, who, 'POST', '/api/applications/renewal', {}, headers);
const prepare = (who: Journey) => call(server, who, 'POST', '/api/loans', usualChoice);
const snapshot = async (who: Journey) => (await call(server, who, 'GET', flow)).json<Snapshot>();

/** Confirms a step of the renewal as its screen does: keeps masked answers, and sends the rest as shown or changed. */
async function confirm(who: Journey, step: string, changes: FormAnswers = {}): Promise<string | undefined> {
  const { revision, release, answers, masked } = await snapshot(who);
  const kept = Object.keys(masked[step] ?? {}).filter((field) => !Object.hasOwn(changes, field));
  const payload = { release, answers: { ...answers[step], ...changes }, kept };
  const saved = await call(server, who, 'PUT', `${flow}/steps/${step}`, payload, { 'if-match': `"${revision}"` });
  if (saved.statusCode !== 200) throw new Error(`${step}: ${saved.statusCode} ${saved.body}`);
  return saved.json<{ position: Snapshot['position'] }>().position.step?.id;
}

/** A borrower who has settled a loan and whose details are this many days old. */
async function returning(days: number): Promise<Journey> {
  const who = await acceptedBorrower(server);
  await server.deps.db.updateTable('customers').set({ is_reloan: true }).where('id', '=', who.customerId).execute();
  await advanceDays(server, days, who);
  return who;
}

describe('R04 a second loan asks again what has expired', () => {
  test('details of 180 days must be confirmed first, those of 179 not yet', async () => {
    const who = await returning(179);
    expect(await current(who)).not.toHaveProperty('detailsDue');
    await prepared(server, who);
    await advanceDays(server, 1, who);
    expect(await current(who)).toMatchObject({ state: 'accepted', detailsDue: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) });
    const refused = await prepare(who);
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([409, 'detailsToConfirm']);
  });

  test('a first loan never asks', async () => {
    const who = await acceptedBorrower(server);
    await advanceDays(server, 400, who);
    expect(await current(who)).not.toHaveProperty('detailsDue');
    expect((await prepare(who)).statusCode).toBe(200);
  });

  test('the flow begins with the earlier answers, waits at the first step', async () => {
    const who = await returning(180);
    const { position, answers, confirmed } = await snapshot(who);
    expect(position.path).toMatchObject([
      { id: 'work', status: 'unconfirmed', open: true },
      { id: 'address', status: 'unconfirmed', open: false },
    ]);
    expect(answers).toEqual({ work: await who.soundAnswers('work'), address: await who.soundAnswers('address') });
    expect(confirmed).toEqual({});
  });

  test('unchanged answers keep the acceptance, and the next loan is possible', async () => {
    const who = await returning(180);
    const { limitCents } = await current(who);
    expect((await renew(who)).json()).toMatchObject({ code: 'outOfOrder' });
    expect(await confirm(who, 'work')).toBe('address');
    expect(await confirm(who, 'address')).toBeUndefined();
    const key = { 'idempotency-key': 'renewed-once' };
    const { detailsDue: _due, ...answer } = (await renew(who, key)).json<Record<string, unknown>>();
    expect([answer, _due]).toEqual([expect.objectContaining({ state: 'accepted', limitCents }), undefined]);
    expect((await renew(who, key)).json()).toEqual(answer);
    expect((await snapshot(who)).position.step).toMatchObject({ id: 'work', status: 'unconfirmed' });
    await prepared(server, who);
    await advanceDays(server, 180, who);
    expect(await current(who)).toHaveProperty('detailsDue');
  });

  test('changed answers are decided anew, and the limit follows', async () => {
    const who = await returning(180);
    expect(await current(who)).toMatchObject({ limitCents: 1_000_000 });
    await confirm(who, 'work', { income: '12001-18000', companyName: 'Luzon Books' });
    await confirm(who, 'address');
    expect((await renew(who)).json()).toMatchObject({ state: 'accepted', limitCents: 500_000 });
    const shown = await who.get();
    expect(shown).toMatchObject({ closed: true, position: { complete: true }, answers: { work: { companyName: 'Luzon Books' } } });
    const events = await server.deps.db
      .selectFrom('application_events')
      .innerJoin('applications', 'applications.id', 'application_events.application_id')
      .select('event')
      .where('customer_id', '=', who.customerId)
      .orderBy('application_events.id')
      .execute();
    expect(events.map(({ event }) => event)).toEqual(['accepted', 'renewed', 'accepted']);
  });

  test('whoever lost the income is rejected, and gets no loan', async () => {
    const who = await returning(180);
    const { revision, release } = await snapshot(who);
    const answers = { jobType: 'unemployed', income: 'under12000' };
    await call(server, who, 'PUT', `${flow}/steps/work`, { release, answers }, { 'if-match': `"${revision}"` });
    await confirm(who, 'address');
    expect((await renew(who)).json()).toMatchObject({ state: 'rejected', reason: 'noIncome' });
    expect((await prepare(who)).json()).toMatchObject({ code: 'notAccepted' });
  });

  test('answers that do not hold are refused at their field', async () => {
    const who = await returning(180);
    const { revision, release, answers, masked } = await snapshot(who);
    const payload = { release, answers: { ...answers['work'], income: 'plenty' }, kept: Object.keys(masked['work'] ?? {}) };
    const refused = await call(server, who, 'PUT', `${flow}/steps/work`, payload, { 'if-match': `"${revision}"` });
    expect(refused.json<{ problems: object[] }>().problems).toMatchObject([{ path: '/income', code: 'enum' }]);
  });

  test('an open loan keeps the answers that it rests on', async () => {
    const who = await acceptedBorrower(server);
    await activeLoan(server, who, { amountCents: 300_000 });
    await server.deps.db.updateTable('customers').set({ is_reloan: true }).where('id', '=', who.customerId).execute();
    await confirm(who, 'work', { companyName: 'Luzon Books' });
    await confirm(who, 'address');
    expect((await renew(who)).json()).toMatchObject({ code: 'openLoan' });
  });

  test('nobody renews what was not accepted, or for another flow', async () => {
    const who = await returning(180);
    expect((await call(server, who, 'POST', '/api/applications/renewal', { flow: 'changeBank' })).statusCode).toBe(400);
    const applicant = await journey(server, await newBorrower(server));
    expect((await snapshot(applicant)).answers).toEqual({});
    expect((await renew(applicant)).json()).toMatchObject({ code: 'outOfOrder' });
  });
});
