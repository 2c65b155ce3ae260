import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { runDueJobs } from '../../../server/platform/jobs/run.ts';
import { enqueueTicks } from '../../../server/platform/jobs/ticks.ts';
import { journey, type Journey } from '../support/journey.ts';
import { newBorrower, sessionFor, startProduct, type ProductApp } from '../support/product.ts';
import { referred } from '../support/referred.ts';
import { staffMember } from '../support/staff.ts';

let server: ProductApp;
beforeAll(async () => {
  server = await startProduct();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.deps.stepCounts.settled();
  await server.deps.db.deleteFrom('step_counts').execute();
});

const begin = async (): Promise<Journey> => journey(server, await newBorrower(server));

/** The counts, as `step.field event code`. */
async function counted(): Promise<Record<string, number>> {
  await server.deps.stepCounts.settled();
  const rows = await server.deps.db.selectFrom('step_counts').selectAll().execute();
  return Object.fromEntries(
    rows.map(({ step, field, event, code, count }) => [`${step}${field && `.${field}`} ${event}${code && ` ${code}`}`.trim(), count]),
  );
}

const report = ({ headers }: { headers: Record<string, string> }, events: object[], flow = 'onboarding') =>
  server.app.inject({ method: 'POST', url: `/api/flows/${flow}/counts`, payload: { events }, headers });

test('D11 the server counts each step once when it is reached and once when it is saved, without any device', async () => {
  const [one, other] = [await begin(), await begin()];
  await one.get();
  await one.save('identity', await one.soundAnswers('identity'));
  await one.save('personalBasic', await one.soundAnswers('personalBasic'));
  await one.save('personalBasic', { ...(await one.soundAnswers('personalBasic')), name: 'Marites' });
  await other.save('identity', await other.soundAnswers('identity'));
  expect(await counted()).toEqual({
    'identity reached': 2,
    'identity saved': 2,
    'personalBasic reached': 2,
    'personalBasic saved': 1,
    'personalMore reached': 1,
  });
});

test('D11 a refusal counts its field and code, and nothing that the client wrote', async () => {
  const borrower = await begin();
  const answers = { ...(await borrower.soundAnswers('identity')), firstName: '', maria9171234567: 'x' };
  expect((await borrower.put('identity', answers)).statusCode).toBe(422);
  expect((await borrower.put('bank', {})).statusCode).toBe(409);
  const found = await counted();
  expect(found).toMatchObject({ 'identity reached': 1, 'identity.firstName refused required': 1 });
  expect(JSON.stringify(found)).not.toContain('maria');
});

test('D11 whoever saves after a pause has come back, and a whole flow is submitted once', async () => {
  const borrower = await begin();
  await borrower.save('identity', await borrower.soundAnswers('identity'));
  server.clock.advance(29 * 60);
  await borrower.save('personalBasic', await borrower.soundAnswers('personalBasic'));
  server.clock.advance(31 * 60);
  borrower.headers = await sessionFor(server.deps, borrower.customerId);
  await borrower.walkTo('nowhere');
  await borrower.submit('submit-key-000001');
  await borrower.submit('submit-key-000001');
  const found = await counted();
  expect(Object.entries(found).filter(([key]) => key.includes('resumed'))).toEqual([['personalMore resumed', 1]]);
  expect(found).toMatchObject({ submitted: 1, 'review saved': 1 });
});

test('D11 a send-back counts each field and its reason', async () => {
  const { id } = await referred(server);
  const support = await staffMember(server, 'support');
  const corrections = [{ form: 'identity', field: 'idPhoto', reason: 'photoUnclear' }];
  const answer = await support.call('POST', `/api/staff/applications/${id}/corrections`, { corrections });
  expect(answer.statusCode).toBe(200);
  expect(await counted()).toMatchObject({ 'identity.idPhoto sentBack photoUnclear': 1 });
});

test('D11 a device counts what it alone sees, by names of the active release only', async () => {
  const borrower = await begin();
  const events = [
    { step: 'work', event: 'seen' },
    { step: 'work', event: 'begun' },
    { step: 'work', event: 'begun', field: 'jobType' },
    { step: 'work', event: 'refused', field: 'income', code: 'required' },
    { step: 'work', event: 'left', field: 'income' },
  ];
  expect((await report(borrower, events)).statusCode).toBe(200);
  expect((await report(borrower, events.slice(0, 1))).statusCode).toBe(200);
  const known = {
    'identity reached': 1,
    'work seen': 2,
    'work begun': 1,
    'work.jobType begun': 1,
    'work.income refused required': 1,
    'work.income left': 1,
  };
  expect(await counted()).toEqual(known);

  const refused: [object[], string?][] = [
    [[{ step: 'nowhere', event: 'seen' }]],
    [[{ step: 'work', event: 'begun', field: 'maria' }]],
    [[{ step: 'work', event: 'refused', field: 'income', code: 'Santos' }]],
    [[{ step: 'work', event: 'refused', code: 'required' }]],
    [[{ step: 'review', event: 'begun', field: 'income' }]],
    [[{ step: 'work', event: 'saved' }]],
    [[{ step: 'work', event: 'submitted' }]],
    [[{ step: 'work', event: 'seen', value: '9171234567' }]],
    [[{ step: 'work', event: 'left', field: 'with space' }]],
    [[events[0]!, events[0]!]],
    [[]],
    [Array.from({ length: 61 }, (_, index) => ({ step: 'work', event: 'refused', field: 'income', code: `code${index}` }))],
    [[{ step: 'work', event: 'seen' }], 'nowhere'],
  ];
  for (const [wrong, flow] of refused) expect((await report(borrower, wrong, flow)).statusCode).toBe(400);
  expect((await report({ headers: {} }, events)).statusCode).toBe(401);
  expect(await counted()).toEqual(known);
});

test('D11 a device that reports too often is refused', async () => {
  const borrower = await begin();
  const events = [{ step: 'work', event: 'seen' }];
  const answers = await Promise.all(Array.from({ length: 245 }, () => report(borrower, events)));
  expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(5);
  expect(await counted()).toMatchObject({ 'work seen': 240 });
});

test('D11 the counts name nobody and are gone after the days of the configuration', async () => {
  const borrower = await begin();
  await borrower.save('identity', await borrower.soundAnswers('identity'));
  await server.deps.stepCounts.settled();
  const rows = await server.deps.db.selectFrom('step_counts').selectAll().execute();
  expect(Object.keys(rows[0]!).toSorted()).toEqual(['code', 'count', 'day', 'event', 'field', 'flow', 'language', 'release', 'step']);
  expect(JSON.stringify(rows)).not.toContain(borrower.customerId);
  const sweepAfter = async (days: number) => {
    server.clock.advance(days * 86_400);
    await enqueueTicks(server.deps);
    await runDueJobs(server.deps);
    return Object.keys(await counted()).length;
  };
  expect(await sweepAfter(90)).toBe(rows.length);
  expect(await sweepAfter(1)).toBe(0);
});
