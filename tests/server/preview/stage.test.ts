import { afterAll, beforeAll, expect, test } from 'vitest';
import { openRelease } from '../../../engine/compiler/index.ts';
import { openStage, type ShownRelease, type Stage } from '../../../server/platform/preview/world/stage.ts';
import { edited, newBorrower, shippedFiles, type ProductApp } from '../support/product.ts';
import type { LoggedIn } from '../support/login.ts';
import { startStudio } from '../support/studio.ts';
import { releaseOf } from '../../support/compiled.ts';

const studio = 'http://localhost:3000';
let server: ProductApp;
let stage: Stage;
let shown: ShownRelease;
let ana: LoggedIn;
let nowMs = Date.parse('2026-03-10T04:00:00Z');
const hour = 60 * 60_000;

beforeAll(async () => {
  server = await startStudio();
  ana = await newBorrower(server);
  const number = { national: ana.phone, callingCode: '63', e164: `+63${ana.phone}` };
  shown = {
    loaded: server.deps.releases.active(),
    open: async () => openRelease(await releaseOf(shippedFiles())),
    sources: shippedFiles(),
  };
  stage = await openStage({
    name: 's1',
    base: server.deps,
    release: shown,
    person: async (id) => (id === 'ana' ? { customerId: ana.customerId, number } : undefined),
    now: () => nowMs,
  });
});
afterAll(async () => {
  await stage.app.close();
  await server.close();
});

const admit = (more: Partial<Parameters<Stage['admit']>[0]> = {}) => stage.admit({ route: '/start', until: nowMs + hour, ...more });
const ticket = async (more: Partial<Parameters<Stage['admit']>[0]> = {}) => {
  const admitted = await admit(more);
  return 'ticket' in admitted ? admitted.ticket : '';
};
const enter = (given: string) => stage.app.inject({ url: `/preview/enter?ticket=${given}`, headers: { host: 'localhost:4000' } });

/** Enters, and returns the cookies and the data that the page hands over. */
async function session(more?: Partial<Parameters<Stage['admit']>[0]>) {
  const page = await enter(await ticket(more));
  expect(page.statusCode).toBe(200);
  const set = page.cookies.filter(({ value }) => value !== '');
  const state = JSON.parse((/data-state="([^"]*)"/.exec(page.body)?.[1] ?? '').replaceAll('&quot;', '"')) as {
    publicData: { token?: string };
    theme?: number;
  };
  const cookie = set.map(({ name, value }) => `${name}=${value}`).join('; ');
  return { page, set, state, cookie, get: (url: string, headers = {}) => stage.app.inject({ url, headers: { cookie, ...headers } }) };
}

test('T03 a ticket starts one session, once and within a minute', async () => {
  const given = await ticket();
  expect((await enter(given)).statusCode).toBe(200);
  expect((await enter(given)).statusCode).toBe(403);
  const late = await ticket();
  nowMs += 61_000;
  expect((await enter(late)).statusCode).toBe(403);
});

test.each(['', 'x', 'a'.repeat(32), 'a'.repeat(5000), '%00', '../enter'])('T03 a made-up ticket starts nothing: %j', async (forged) => {
  const refused = await enter(encodeURIComponent(forged));
  expect(refused.statusCode).toBe(403);
  expect(refused.cookies).toEqual([]);
  expect(refused.body).toContain('<html lang="en-PH">');
  expect(refused.body).toContain('This preview has ended');
});

test('T03 without a session, pages, screens and the API are closed', async () => {
  for (const url of ['/', '/start', '/api/release/screen?path=/start', '/r/anything.json', '/sw.js', '/shell.html'])
    expect({ url, status: (await stage.app.inject({ url })).statusCode }).toEqual({ url, status: 403 });
  const { get } = await session();
  expect((await get('/start')).statusCode).toBe(200);
});

test('T03 a session ends with its time', async () => {
  const { get } = await session({ until: nowMs + hour });
  expect((await get('/start')).statusCode).toBe(200);
  nowMs += hour;
  expect((await get('/start')).statusCode).toBe(403);
});

test('T03 ready-made people are entered as themselves, and their session works nowhere else', async () => {
  const { set, state, cookie, get } = await session({ as: 'ana', theme: 2 });
  expect(state.theme).toBe(2);
  const token = { 'x-hakbang-token': state.publicData.token ?? '' };
  expect((await get('/api/auth/session', token)).json()).toMatchObject({ customerId: ana.customerId });
  expect(set.map(({ name }) => name).toSorted()).toEqual(['preview-s1-pass', 'preview-s1-session']);
  expect(set.every(({ httpOnly, sameSite }) => httpOnly && sameSite === 'Strict')).toBe(true);
  const real = await server.app.inject({ url: '/api/auth/session', headers: { cookie, ...token } });
  expect(real.statusCode).toBe(401);
});

test('T03 a session of the real product does not work in the preview', async () => {
  const { cookie } = await session();
  const headers = { ...ana.headers, cookie: `${cookie}; ${ana.headers['cookie'] ?? ''}` };
  expect((await stage.app.inject({ url: '/api/auth/session', headers })).statusCode).toBe(401);
});

test('T03 only the studio may frame a preview, and nobody what a shared link opened', async () => {
  const framed = await session({ framedBy: studio });
  for (const answer of [framed.page, await framed.get('/start')]) {
    expect(answer.headers['x-frame-options']).toBeUndefined();
    expect(answer.headers['content-security-policy']).toContain(`frame-ancestors ${studio}`);
  }
  const shared = await session({ link: 'one' });
  for (const answer of [shared.page, await shared.get('/start')]) {
    expect(answer.headers['x-frame-options']).toBe('DENY');
    expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'");
  }
});

test('T03 nothing of staff and no developers tool is in a preview', async () => {
  const { get } = await session();
  for (const url of ['/dev', '/dev/staff', '/dev/people.json', '/dev/clock', '/api/staff/session', '/api/staff/studio/changes'])
    expect({ url, status: (await get(url)).statusCode }).toEqual({ url, status: 404 });
  expect((await get('/dev/outbox')).statusCode).toBe(200);
});

test('T03 the next screen of a session shows what the stage shows by then', async () => {
  const { get } = await session();
  const files = edited<{ text: { title: string } }>(shippedFiles(), 'flows/settings.json', (value) =>
    Object.assign(value, { clickGuardMs: 777 }),
  );
  const release = await releaseOf(files);
  await server.table.save(release, 'test');
  const before = stage.app.deps.releases.active();
  const next = await server.deps.releases.get(release.hash);
  if (!next) throw new Error('not stored');
  stage.show({ ...shown, loaded: next });
  expect((await get('/start')).body).toContain(`"release":"${release.hash}"`);
  expect((await server.app.inject({ url: '/start' })).body).toContain(`"release":"${before.hash}"`);
  stage.show({ ...shown, loaded: before });
});

test('T04 ending a link ends its sessions and its tickets, and no others', async () => {
  const [own, others] = [await session({ link: 'one' }), await session({ link: 'two' })];
  const unused = await ticket({ link: 'one' });
  expect(stage.endLink('one')).toBeGreaterThan(0);
  expect((await own.get('/start')).statusCode).toBe(403);
  expect((await others.get('/start')).statusCode).toBe(200);
  expect((await enter(unused)).statusCode).toBe(403);
});

/** Leads somebody to a step. Returns the data of their app. */
async function led(at: { flow: string; step: string }) {
  const { state, page, get } = await session({ at });
  const flow = await get(`/api/flows/${at.flow}`, { 'x-hakbang-token': state.publicData.token ?? '' });
  return {
    route: /data-route="([^"]*)"/.exec(page.body)?.[1],
    position: flow.json<{ position: { step?: { id: string } } }>().position.step?.id,
  };
}

test('T03 a session begins at any step of a flow, as somebody new whose answers are made up', { timeout: 120_000 }, async () => {
  const { steps } = server.deps.releases.active().manifest.flows['onboarding']?.flow ?? { steps: [] };
  expect(steps.length).toBeGreaterThan(5);
  for (const { id, route } of steps) expect(await led({ flow: 'onboarding', step: id })).toEqual({ route, position: id });
});

test('T03 a ready-made person goes on from where they are', async () => {
  const { state } = await session({ as: 'ana', at: { flow: 'onboarding', step: 'contact' } });
  expect(state.publicData).toMatchObject({ customerId: ana.customerId });
  const other = await session({ as: 'ana', at: { flow: 'onboarding', step: 'work' } });
  expect(/data-route="([^"]*)"/.exec(other.page.body)?.[1]).toBe('/workInfo');
});

test(
  'T06 a session begins with the answers of a way through the flow, given by somebody who may give them',
  { timeout: 60_000 },
  async () => {
    const given = [{ path: 'work.jobType', value: 'student' }];
    const { state, get } = await session({ at: { flow: 'onboarding', step: 'contact', given } });
    const flow = await get('/api/flows/onboarding', { 'x-hakbang-token': state.publicData.token ?? '' });
    expect(flow.json()).toMatchObject({ answers: { work: { jobType: 'student' } }, position: { step: { id: 'contact' } } });
    for (const wrong of [
      { path: 'work.nothing', value: 1 },
      { path: 'nowhere.jobType', value: 'student' },
      { path: '__proto__.jobType', value: 'student' },
      { path: 'work.jobType', value: 'astronaut' },
    ])
      expect(await admit({ at: { flow: 'onboarding', step: 'contact', given: [wrong] } })).toMatchObject({ why: 'unanswerable' });
  },
);

test('T03 it says why nobody gets to a step', async () => {
  expect(await admit({ at: { flow: 'onboarding', step: 'nowhere' } })).toEqual({ why: 'noStep' });
  expect(await admit({ at: { flow: 'nowhere', step: 'work' } })).toEqual({ why: 'noStep' });
});

test('T05 only a session in a frame of the studio learns which files define the page', async () => {
  const framed = await session({ framedBy: studio });
  expect((await framed.get('/preview/places.json')).json()).toMatchObject({
    studio,
    screens: { workInfo: 'flows/screens/workInfo.screen.json' },
    forms: { work: 'schemas/forms/work.schema.json' },
  });
  expect((await framed.get('/start')).body).toContain('<script src="/marks.js" defer></script>');
  expect((await (await session({ link: 'one' })).get('/preview/places.json')).json()).toEqual({});
  expect((await stage.app.inject({ url: '/preview/places.json' })).statusCode).toBe(403);
  expect((await server.app.inject({ url: '/start' })).body).not.toContain('marks.js');
});

test('T03 a session without a network gets no answer, until it has one again', async () => {
  const [one, other] = [await session(), await session()];
  const network = (cookie: string, offline: boolean) =>
    stage.app.inject({ method: 'POST', url: '/preview/network', payload: { offline }, headers: { cookie } });
  expect((await network(one.cookie, true)).statusCode).toBe(204);
  await expect(one.get('/start')).rejects.toThrow('destroyed');
  expect((await other.get('/start')).statusCode).toBe(200);
  expect((await network(one.cookie, false)).statusCode).toBe(204);
  expect((await one.get('/start')).statusCode).toBe(200);
  expect((await network('', true)).statusCode).toBe(403);
});
