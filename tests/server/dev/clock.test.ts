import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createApp } from '../../../server/platform/app.ts';
import type { Deps } from '../../../server/platform/deps.ts';
import type { App } from '../../../server/platform/http/types.ts';
import { createJobs } from '../../../server/platform/jobs/jobs.ts';
import { movableClock, type MovableClock } from '../../../server/platform/dev/clock/movableClock.ts';
import { manilaDay } from '../../support/manila.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { challenge, logIn, requestCode, verifyCode, type LoggedIn } from '../support/login.ts';

let server: TestApp;
let app: App;
let clock: MovableClock;
/** Manila days on which the hourly job ran. */
let ranOn: string[];
let jobTakesMs: number;

beforeEach(async () => {
  const base = await startTestApp({ env: { STALL_SECONDS: '1' } });
  clock = movableClock(base.clock);
  ranOn = [];
  jobTakesMs = 0;
  const run = async ({ clock: now }: Deps) => {
    ranOn.push(manilaDay(now.now()));
    await setTimeout(jobTakesMs);
  };
  const daily = { kind: 'hourly', everySeconds: 3600, run };
  const deps = { ...base.deps, clock, jobs: createJobs(clock, [daily]) };
  app = await createApp(deps);
  server = { ...base, app, deps };
});
afterEach(async () => {
  await app.close();
  await server.close();
});

const travel = (payload: object) => app.inject({ method: 'POST', url: '/dev/clock', payload });
const isLoggedIn = async ({ headers }: LoggedIn) => (await app.inject({ url: '/api/auth/session', headers })).statusCode === 200;
const daySeconds = 24 * 3600;

test('the clock moves forward by days, seconds or to a time, and the database stores it', async () => {
  expect((await travel({ advanceDays: 1 })).json()).toMatchObject({ now: '2026-03-11T04:00:00.000Z', offsetMs: daySeconds * 1000 });
  expect((await travel({ advanceSeconds: 90 })).json()).toMatchObject({ now: '2026-03-11T04:01:30.000Z' });
  expect((await travel({ to: '2026-03-20T00:00:00+08:00' })).json()).toMatchObject({ now: '2026-03-19T16:00:00.000Z' });
  const restarted = movableClock(server.clock);
  await restarted.follow(server.deps.db);
  expect(restarted.now()).toEqual(clock.now());
});

test.each([{ advanceDays: -1 }, { to: '2026-03-09T00:00:00Z' }, { advanceSeconds: 'x' }, {}, { advanceDays: 4000 }, { to: 'noon' }])(
  'it goes forward only, and not for ever: %j',
  async (payload) => {
    const answer = await travel(payload);
    expect([answer.statusCode, clock.offsetMs]).toEqual([400, 0]);
  },
);

test('sessions and sent codes stay valid', async () => {
  const who = await logIn(server);
  server.clock.advance(60);
  const { id, code } = await challenge(server, '9181234567');
  await travel({ advanceDays: 30 });
  expect(await isLoggedIn(who)).toBe(true);
  expect((await verifyCode(server, id, code)).statusCode).toBe(200);
  // Thirty minutes of real time still end it.
  server.clock.advance(30 * 60);
  expect(await isLoggedIn(who)).toBe(false);
});

test('moving the clock does not skip the minute between two codes', async () => {
  await requestCode(server, '9171234567');
  await travel({ advanceSeconds: 3600 });
  expect((await requestCode(server, '9171234567')).json()).toMatchObject({ code: 'tooFrequent', params: { seconds: 60 } });
});

test('jobs run for every day in between, at ten in the morning', async () => {
  const { jobs } = (await travel({ advanceDays: 3 })).json<{ jobs: number }>();
  expect(ranOn).toEqual(['2026-03-11', '2026-03-12', '2026-03-13', '2026-03-13']);
  expect(jobs).toBe(4);
});

test('a move that takes longer than a stalled request may is answered', async () => {
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  jobTakesMs = 4000;
  const answer = await fetch(`${origin}/dev/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advanceSeconds: 3600 }),
  });
  expect(await answer.json()).toMatchObject({ offsetMs: 3600 * 1000, jobs: 1 });
});

test('two parallel moves run one after the other', async () => {
  await Promise.all([travel({ advanceDays: 1 }), travel({ advanceDays: 1 })]);
  expect(clock.offsetMs).toBe(2 * daySeconds * 1000);
});

test('another node follows and never moves back', async () => {
  const other = movableClock(server.clock);
  await other.forward(server.deps.db, 5000, async () => {});
  await clock.forward(server.deps.db, 1000, async () => {});
  expect([other.offsetMs, clock.offsetMs]).toEqual([5000, 6000]);
  await other.follow(server.deps.db);
  expect(other.offsetMs).toBe(6000);
  await server.deps.db.updateTable('dev_clock').set({ offset_ms: 0 }).execute();
  await other.follow(server.deps.db);
  expect(other.offsetMs).toBe(6000);
});

test('a form post returns to the page, which shows the time', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await app.inject({ method: 'POST', url: '/dev/clock', payload: 'advanceDays=2', headers });
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/dev/clock']);
  const page = await app.inject('/dev/clock');
  expect(page.body).toContain('Thursday, 12 March 2026');
  expect(page.body).toContain('2 days and 0 h ahead');
});

test('the page does not exist in production or if the clock cannot move', async () => {
  const production = await startTestApp({
    env: {
      HAKBANG_MODE: 'production',
      PUBLIC_URL: 'https://app.example',
      ALLOW_SANDBOXES: 'true',
      ALLOW_EMBEDDED: 'true',
      MASTER_KEY: 'A'.repeat(43) + '=',
    },
  });
  const moved = await createApp({ ...production.deps, clock });
  for (const each of [moved, production.app]) {
    const answer = await each.inject({
      method: 'POST',
      url: '/dev/clock',
      payload: { advanceDays: 1 },
      headers: { accept: 'application/json' },
    });
    expect(answer.statusCode).toBe(404);
  }
  await moved.close();
  await production.close();
});
