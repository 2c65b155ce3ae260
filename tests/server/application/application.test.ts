import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { FormAnswers } from '../../../engine/config/definitions.ts';
import type { View } from '../../../server/product/application/view.ts';
import type { FaceMatchSandbox } from '../../../server/ports/faceMatchSandbox.ts';
import { json } from '../../../server/platform/db/json.ts';
import { journey, type Journey } from '../support/journey.ts';
import { newBorrower, sessionFor, startProduct, upload, type ProductApp, freshPhoto } from '../support/product.ts';

let server: ProductApp;
const day = (text: string) => new Date(`${text}+08:00`);
beforeAll(async () => {
  server = await startProduct();
});
beforeEach(() => {
  server.clock.set(day('2026-03-10T12:00'));
  sandbox().documents.clear();
});
afterAll(() => server.close());

const sandbox = () => server.deps.ports.faceMatch as FaceMatchSandbox;
let nextNumber = 11_123_456_000;

/** A borrower who has confirmed the review, with their own ID and account. */
async function readyToSubmit(overrides: Record<string, FormAnswers> = {}): Promise<Journey> {
  const borrower = await journey(server, await newBorrower(server));
  await borrower.walkTo('nowhere', { ...own(), ...overrides });
  expect(borrower.snapshot.position.complete).toBe(true);
  return borrower;
}

function own(): Record<string, FormAnswers> {
  const number = String(nextNumber++);
  return { identity: { idNumber: `CRN0${number}` }, bank: { account: number, accountConfirmation: number } };
}

/** Moves the clock; the borrower logs in again. */
async function later(borrower: Journey, manilaTime: string): Promise<void> {
  server.clock.set(day(manilaTime));
  borrower.headers = await sessionFor(server.deps, borrower.customerId);
}

const current = async (borrower: Journey): Promise<View> =>
  (await server.app.inject({ method: 'GET', url: '/api/applications/current', headers: borrower.headers })).json<View>();
const submitted = async (borrower: Journey): Promise<View> => (await borrower.submit()).json<View>();
const staff = (id: string | undefined, payload: object) =>
  server.app.inject({ method: 'POST', url: `/dev/applications/${id}/decide`, payload });

const studentAtWork: FormAnswers = {
  jobType: 'student',
  income: 'under12000',
  schoolName: 'UP',
  enrolment: '2024-08',
  graduation: '2028-06',
};
const withoutIncome: FormAnswers = { jobType: 'unemployed', income: 'under12000' };

describe('the application before it is submitted', () => {
  test('does not exist at first, then is a draft that leads to the next step', async () => {
    const borrower = await journey(server, await newBorrower(server));
    expect(await current(borrower)).toEqual({ state: 'none', corrections: [], resumeRoute: '/identityInfo' });
    await borrower.walkTo('work');
    expect(await current(borrower)).toEqual({ state: 'draft', corrections: [], resumeRoute: '/workInfo' });
  });

  test('cannot be submitted before the flow is complete', async () => {
    const borrower = await journey(server, await newBorrower(server));
    await borrower.walkTo('review');
    const answer = await borrower.submit();
    expect(answer.json()).toMatchObject({ status: 409, code: 'outOfOrder', position: { step: { id: 'review' } } });
    expect(await current(borrower)).toMatchObject({ state: 'draft', resumeRoute: '/review' });
  });
});

describe('L02 accepted', () => {
  test('with the limit from the table', async () => {
    const borrower = await readyToSubmit();
    expect(await submitted(borrower)).toMatchObject({ state: 'accepted', limitCents: 1_000_000, corrections: [] });
    expect(await current(borrower)).toMatchObject({ state: 'accepted', limitCents: 1_000_000, submittedAt: '2026-03-10T04:00:00.000Z' });
  });

  test('every change of state is recorded, with the row of the table', async () => {
    const borrower = await readyToSubmit();
    const { id } = await submitted(borrower);
    const events = await server.deps.db
      .selectFrom('application_events')
      .selectAll()
      .where('application_id', '=', id ?? '')
      .execute();
    expect(events).toMatchObject([
      {
        event: 'accepted',
        from_state: 'underReview',
        to_state: 'accepted',
        actor: 'underwriting',
        detail: { table: 'underwriting', row: 'incomeFrom18001' },
      },
    ]);
  });

  test('a repeated submission changes neither snapshot nor decision', async () => {
    const borrower = await readyToSubmit();
    const first = await submitted(borrower);
    const snapshot = () =>
      server.deps.db
        .selectFrom('applications')
        .select('snapshot')
        .where('id', '=', first.id ?? '')
        .executeTakeFirstOrThrow();
    const before = await snapshot();
    expect(await submitted(borrower)).toMatchObject({ id: first.id, state: 'accepted', limitCents: 1_000_000 });
    expect(await snapshot()).toEqual(before);
  });
});

describe('L01 rejected', () => {
  test('E12 says why, for how many days and until which Manila date, and counts down', async () => {
    const borrower = await readyToSubmit({ work: withoutIncome });
    const rejection = { state: 'rejected', reason: 'noIncome', resubmissionDate: '2026-04-09' };
    expect(await submitted(borrower)).toMatchObject({ ...rejection, retryAfterDays: 30 });
    // One minute past midnight in Manila is still the day before in UTC.
    await later(borrower, '2026-04-08T00:01');
    expect(await current(borrower)).toMatchObject({ ...rejection, retryAfterDays: 1 });
    await later(borrower, '2026-04-08T23:59');
    const early = await borrower.submit();
    expect(early.json()).toMatchObject({ status: 422, code: 'notQualified', params: { day: 1, date: '2026-04-09' } });
    expect(await current(borrower)).not.toHaveProperty('resumeRoute');
  });

  test('may be submitted again from that date on, as a new application', async () => {
    const borrower = await readyToSubmit({ work: withoutIncome });
    const first = await submitted(borrower);
    await later(borrower, '2026-04-09T00:00');
    expect(await current(borrower)).toMatchObject({ state: 'rejected', retryAfterDays: 0, resumeRoute: '/review' });
    await borrower.get();
    await borrower.save('work', await borrower.soundAnswers('work'));
    await borrower.save('review', {});
    const second = await submitted(borrower);
    expect(second).toMatchObject({ state: 'accepted' });
    expect(second.id).not.toBe(first.id);
  });
});

describe('referred', () => {
  test('goes to a person, who accepts', async () => {
    const borrower = await readyToSubmit({ work: studentAtWork });
    const { id } = await submitted(borrower);
    expect(await current(borrower)).toMatchObject({ state: 'referred', reason: 'student' });
    expect((await staff(id, { decision: 'accepted', limitCents: 250_000 })).json()).toEqual({ state: 'accepted' });
    expect(await current(borrower)).toMatchObject({ state: 'accepted', limitCents: 250_000 });
  });

  const wallet = { payoutMethod: 'wallet', walletProvider: 'gcash', wallet: '09179876543' };
  const remittance = { payoutMethod: 'remittance', remittanceShop: 'palawan', withdrawalPhone: '9179876543' };
  test.each<[string, string, FormAnswers, FormAnswers, string]>([
    ['ID', 'identity', { idNumber: 'CRN077123456789' }, { idNumber: 'CRN077123456789' }, 'idToConfirm'],
    [
      'TIN, with its branch',
      'identity',
      { idType: 'tin', idNumber: '987654321' },
      { idType: 'tin', idNumber: '987654321000' },
      'idToConfirm',
    ],
    [
      'account',
      'bank',
      { account: '77123456789', accountConfirmation: '77123456789' },
      { account: '77123456789', accountConfirmation: '77123456789' },
      'accountToConfirm',
    ],
    ['number, as a wallet and for cash', 'bank', wallet, remittance, 'accountToConfirm'],
  ])('when another borrower has the same %s', async (_name, form, first, second, reason) => {
    expect(await submitted(await readyToSubmit({ ...own(), [form]: first }))).toMatchObject({ state: 'accepted' });
    expect(await submitted(await readyToSubmit({ ...own(), [form]: second }))).toMatchObject({ state: 'referred', reason });
  });

  test('is not affected by the drafts of others', async () => {
    const numbers = own();
    await readyToSubmit(numbers);
    expect(await submitted(await readyToSubmit(numbers))).toMatchObject({ state: 'accepted' });
  });

  test('of two borrowers who submit one ID at once one is accepted; the other retries and waits for a person', async () => {
    const { identity } = own();
    const both = await Promise.all([1, 2].map(() => readyToSubmit({ ...own(), ...(identity ? { identity } : {}) })));
    const answers = await Promise.all(both.map((borrower) => borrower.submit()));
    await Promise.all(both.filter((_, index) => answers[index]?.statusCode !== 200).map((borrower) => borrower.submit()));
    const views = await Promise.all(both.map(current));
    expect(views.map(({ state }) => state).toSorted()).toEqual(['accepted', 'referred']);
  });

  test('refuses events that the life cycle does not allow', async () => {
    const borrower = await readyToSubmit({ work: withoutIncome });
    const { id } = await submitted(borrower);
    expect((await staff(id, { decision: 'accepted', limitCents: 1 })).json()).toMatchObject({ status: 409, code: 'conflict' });
    expect(await current(borrower)).toMatchObject({ state: 'rejected' });
  });
});

describe('L12 sent back', () => {
  async function sentBack(): Promise<Journey> {
    const borrower = await readyToSubmit();
    sandbox().documents.order('unclear');
    expect(await submitted(borrower)).toMatchObject({
      state: 'identityRefill',
      reason: 'photoUnclear',
      corrections: [{ form: 'identity', field: 'idPhoto', reason: 'photoUnclear' }],
      resumeRoute: '/identityInfo',
    });
    await borrower.get();
    return borrower;
  }
  const newPhoto = async (borrower: Journey) =>
    (await upload(server, borrower, 'idPhoto', await freshPhoto())).json<{ fileId: string }>().fileId;

  test('E09 opens exactly the wrong fields, with the reason, and locks the rest', async () => {
    const borrower = await sentBack();
    const { position, corrections } = borrower.snapshot;
    expect(corrections).toEqual([{ form: 'identity', field: 'idPhoto', reason: 'photoUnclear', anew: true }]);
    expect(position.step).toMatchObject({ id: 'identity', status: 'sentBack', open: true });
    expect(position.path.filter(({ open }) => open).map(({ id }) => id)).toEqual(['identity']);
    const locked = await borrower.put('work', await borrower.soundAnswers('work'));
    expect(locked.json()).toMatchObject({ status: 409, code: 'outOfOrder', position: { step: { id: 'identity' } } });
  });

  test('refuses a change to a locked field', async () => {
    const borrower = await sentBack();
    const answer = await borrower.put('identity', { idPhoto: await newPhoto(borrower), lastName: 'Somebody' });
    expect(answer.json()).toMatchObject({ status: 422, problems: [{ code: 'locked', path: '/lastName' }] });
  });

  test('does not accept the wrong answer again', async () => {
    const borrower = await sentBack();
    const answer = await borrower.put('identity', {}, { kept: ['idPhoto'] });
    expect(answer.json()).toMatchObject({ status: 422, problems: [{ code: 'required', path: '/idPhoto' }] });
  });

  test('is decided again once the requested field is submitted', async () => {
    const borrower = await sentBack();
    await borrower.save('identity', { idPhoto: await newPhoto(borrower) });
    expect((await current(borrower)).corrections).toEqual([]);
    expect(borrower.snapshot.position.step).toMatchObject({ id: 'review' });
    await borrower.save('review', {});
    const before = await current(borrower);
    expect(await submitted(borrower)).toMatchObject({ state: 'accepted', id: before.id, corrections: [] });
  });

  test('after the requested field is filled in, the rest stays locked until submission', async () => {
    const borrower = await sentBack();
    const idPhoto = await newPhoto(borrower);
    await borrower.save('identity', { idPhoto });
    expect(borrower.snapshot.position.path.filter(({ open }) => open).map(({ id }) => id)).toEqual(['identity', 'review']);
    const other = await borrower.put('identity', { idPhoto, firstName: 'Somebody' });
    expect(other.json()).toMatchObject({ status: 422, problems: [{ code: 'locked', path: '/firstName' }] });
    for (const step of ['work', 'bank', 'personalBasic']) {
      const locked = await borrower.put(step, await borrower.soundAnswers(step));
      expect(locked.json()).toMatchObject({ status: 409, code: 'outOfOrder' });
    }
    await borrower.save('review', {});
    await borrower.submit();
    expect((await borrower.get()).corrections).toEqual([]);
  });

  test('the same photo does not fulfil the request for a clear one', async () => {
    const borrower = await sentBack();
    const { idPhoto } = borrower.snapshot.answers['identity'] ?? {};
    const same = await borrower.put('identity', { idPhoto });
    expect(same.json()).toMatchObject({ status: 422, problems: [{ code: 'unchanged', path: '/idPhoto' }] });
  });

  test('other answers of the draft are not submitted', async () => {
    const borrower = await sentBack();
    await borrower.save('identity', { idPhoto: await newPhoto(borrower) });
    await server.deps.db
      .updateTable('flow_states')
      .set({ answers: sql`jsonb_set(answers, '{work,income}', '"over30000"')` })
      .where('customer_id', '=', borrower.customerId)
      .execute();
    await borrower.get();
    await borrower.save('work', { ...borrower.snapshot.answers['work'] });
    await borrower.save('review', {});
    expect(await submitted(borrower)).toMatchObject({ state: 'accepted', limitCents: 1_000_000 });
  });

  test('a draft without its correction requests goes to a person', async () => {
    const borrower = await sentBack();
    const idPhoto = await newPhoto(borrower);
    await server.deps.db
      .updateTable('flow_states')
      .set({ corrections: json([]) })
      .where('customer_id', '=', borrower.customerId)
      .execute();
    await borrower.get();
    await borrower.save('identity', { ...(await borrower.soundAnswers('identity')), ...borrower.snapshot.answers['identity'], idPhoto });
    await borrower.save('review', {});
    expect(await submitted(borrower)).toMatchObject({ state: 'referred', reason: 'manualReview' });
  });

  test('a new photo of somebody else fails at once, since the selfie is locked', async () => {
    const borrower = await sentBack();
    sandbox().faces.order('noMatch');
    const answer = await borrower.put('identity', { idPhoto: await newPhoto(borrower) });
    expect(answer.json()).toMatchObject({ status: 422, code: 'faceFailed' });
  });

  test('may be sent back again', async () => {
    const borrower = await sentBack();
    await borrower.save('identity', { idPhoto: await newPhoto(borrower) });
    await borrower.save('review', {});
    sandbox().documents.order('unclear');
    expect(await submitted(borrower)).toMatchObject({ state: 'identityRefill' });
  });

  test('staff may send back with their own reasons', async () => {
    const borrower = await readyToSubmit({ work: studentAtWork });
    const { id } = await submitted(borrower);
    await staff(id, { decision: 'sendBack' });
    expect(await current(borrower)).toMatchObject({ state: 'identityRefill', reason: 'photoUnclear', resumeRoute: '/identityInfo' });
  });
});

describe('L12 after submission', () => {
  const income = { income: 'over30000' };
  const edit = async (borrower: Journey) => borrower.put('work', { ...borrower.snapshot.answers['work'], ...income });
  const closed = { status: 409, code: 'alreadySent' };

  test('no answer can change during review or after acceptance', async () => {
    const borrower = await readyToSubmit({ work: studentAtWork });
    const { id } = await submitted(borrower);
    expect((await edit(borrower)).json()).toMatchObject(closed);
    expect(await borrower.get()).toMatchObject({ closed: true, position: { complete: true } });
    expect((await edit(borrower)).json()).toMatchObject(closed);
    await staff(id, { decision: 'accepted', limitCents: 100_000 });
    expect((await edit(borrower)).json()).toMatchObject(closed);
  });

  test('no answer can change after a rejection until its date, then all can', async () => {
    const borrower = await readyToSubmit({ work: withoutIncome });
    expect(await submitted(borrower)).toMatchObject({ state: 'rejected', retryAfterDays: 30 });
    expect(await borrower.get()).toMatchObject({ closed: true });
    expect((await edit(borrower)).json()).toMatchObject(closed);
    await later(borrower, '2026-04-09T12:00');
    expect(await borrower.get()).not.toHaveProperty('closed');
    expect((await edit(borrower)).statusCode).toBe(200);
  });

  test('refuses an edit that arrives after submission', async () => {
    const borrower = await readyToSubmit({ work: studentAtWork });
    const [sent, edited] = await Promise.all([borrower.submit(), edit(borrower)]);
    expect([sent.statusCode, edited.statusCode]).not.toEqual([200, 200]);
  });

  test('sends back the submitted answers, not a draft edited meanwhile', async () => {
    const borrower = await readyToSubmit({ work: studentAtWork });
    const { id } = await submitted(borrower);
    await server.deps.db
      .updateTable('flow_states')
      .set({ answers: sql`jsonb_set(answers, '{work,schoolName}', '"Another"')` })
      .where('customer_id', '=', borrower.customerId)
      .execute();
    expect(await borrower.get()).toMatchObject({ answers: { work: { schoolName: 'UP' } }, position: { complete: true } });
    await staff(id, { decision: 'sendBack' });
    const { answers, position } = await borrower.get();
    expect(answers['work']).toMatchObject({ schoolName: 'UP' });
    expect(position.path.map(({ id: step, status }) => [step, status])).toContainEqual(['work', 'done']);
  });
});

describe('concurrent requests', () => {
  test('many parallel submissions create one application', async () => {
    const borrower = await readyToSubmit();
    const answers = await Promise.all(Array.from({ length: 20 }, () => borrower.submit()));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(new Set(answers.map((answer) => answer.json<View>().id)).size).toBe(1);
    const rows = await server.deps.db.selectFrom('applications').selectAll().where('customer_id', '=', borrower.customerId).execute();
    expect(rows).toHaveLength(1);
    const events = await server.deps.db
      .selectFrom('application_events')
      .selectAll()
      .where('application_id', '=', rows[0]?.id ?? '')
      .execute();
    expect(events).toHaveLength(1);
  });

  test('parallel requests with one key all get the same answer, even a rejection', async () => {
    const borrower = await readyToSubmit({ work: withoutIncome });
    const answers = await Promise.all(Array.from({ length: 12 }, () => borrower.submit('submit-0123456789')));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    for (const answer of answers) expect(answer.json()).toEqual(answers[0]?.json());
  });

  test('a retry with the same key gets the same answer', async () => {
    const borrower = await readyToSubmit();
    const first = await borrower.submit('submit-0123456789');
    expect((await borrower.submit('submit-0123456789')).json()).toEqual(first.json());
  });
});
