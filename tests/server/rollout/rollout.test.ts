import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { publishingOperations, type ReviewState, type RolloutView } from '../../../server/contract/staff/publishing.ts';
import type { ProductChange } from '../../../server/contract/staff/studio.ts';
import { databaseStore } from '../../../server/platform/operator/databaseStore.ts';
import { publishChange } from '../../../server/platform/publishing/publishChange.ts';
import { followRollouts } from '../../../server/platform/publishing/rolling.ts';
import { releaseService } from '../../../server/platform/release/service.ts';
import { isWithin, placeOf } from '../../../server/platform/rollout/assign.ts';
import { registry } from '../../../server/registry.ts';
import { releaseOf } from '../../support/compiled.ts';
import { journey } from '../support/journey.ts';
import type { LoggedIn } from '../support/login.ts';
import { edited, newBorrower, sessionFor, shippedFiles, type ProductApp } from '../support/product.ts';
import { staffMember, type StaffMember } from '../support/staff.ts';
import { startStudio } from '../support/studio.ts';
import { onPostgres } from '../support/testDatabase.ts';

let server: ProductApp;
let editor: StaffMember;
let reviewer: StaffMember;
let edits = 0;
const path = 'locales/en/errors.json';
const rollout = {
  stages: [
    { percent: 10, hours: 1 },
    { percent: 50, hours: 1 },
  ],
  byItself: true,
  guardrails: { visits: 5, reached: 5, moreErrors: 2, moreDropOff: 10, perAddress: 5 },
};

beforeAll(async () => {
  server = await startStudio((files) =>
    edited<{ rollout: object }>(files, 'flows/studio.json', (studio) => void (studio.rollout = rollout)),
  );
}, 120_000);
beforeEach(async () => {
  // Staff sessions end while the clock moves.
  editor = await staffMember(server, 'editor', `editor-${(edits += 1)}`);
  reviewer = await staffMember(server, 'reviewer', `reviewer-${edits}`);
  const open = (await view())?.state;
  if (open === 'running' || open === 'paused') await steer('stop');
  await server.publish(shippedFiles());
}, 60_000);
afterAll(() => server.close());

const at = (id: string, more = '') => `/api/staff/studio/changes/${id}${more}`;
const view = async () => (await reviewer.call('GET', '/api/staff/studio/rollout')).json<{ rollouts: RolloutView[] }>().rollouts[0];
async function steer(act: string, who = reviewer, more: object = { ...(act === 'stop' && { reason: 'It was a test.' }) }) {
  const { id, stage, state } = (await view()) ?? { id: '', stage: 1, state: 'running' };
  const holds = act === 'pause' || act === 'stop';
  return who.call('POST', `/api/staff/studio/rollouts/${id}/${holds ? 'hold' : 'move'}`, { act, stage, ...(!holds && { state }), ...more });
}
async function approved(application = 'main') {
  const { id } = (
    await editor.call('POST', '/api/staff/studio/changes', { title: 'Friendlier errors', application })
  ).json<ProductChange>();
  const { text, hash } = (await editor.call('GET', at(id, `/file?path=${path}`))).json<{ text: string; hash: string }>();
  const body = { path, basedOn: hash, text: text.replace(/No (connection|signal \d+)/, `No signal ${(edits += 1)}`) };
  expect((await editor.call('PUT', at(id, '/file'), body)).json()).toMatchObject({ state: 'saved' });
  expect((await editor.call('POST', at(id, '/request'), {})).json()).toEqual({ state: 'sent' });
  const { request } = (await editor.call('GET', at(id, '/review'))).json<ReviewState>();
  const { release = '', verdict, carryOver } = request ?? {};
  const done = await reviewer.call('POST', at(id, '/reviews'), { decision: 'approved', release, verdict, carryOver, note: 'Read it all.' });
  expect(done.json()).toEqual({ state: 'approved' });
  return { id, release };
}
async function rolling() {
  const base = (await server.table.activeHash()) ?? '';
  const { id, release } = await approved();
  const started = await reviewer.call('POST', at(id, '/rollout'));
  expect(started.json()).toEqual({ release });
  const { salt } = await server.deps.db.selectFrom('rollouts').select('salt').where('change_id', '=', id).executeTakeFirstOrThrow();
  return { id, base, next: release, salt };
}
/** A customer inside or outside a percentage of people. */
async function customer(salt: string, percent: number, isIn: boolean): Promise<LoggedIn> {
  for (;;) {
    const who = await newBorrower(server);
    if (isWithin(placeOf(salt, who.customerId), percent) === isIn) return who;
  }
}
async function releaseFor(headers: Record<string, string>) {
  const answer = await server.app.inject({ method: 'GET', url: '/api/flows/onboarding', headers });
  return {
    release: answer.json<{ release: string }>().release,
    cookie: answer.cookies.find(({ name }) => name.endsWith('release'))?.value,
  };
}
/** Opens the app in a browser without a session. */
async function boot(cookie?: string, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') {
  const answer = await server.app.inject({
    method: 'GET',
    url: '/api/boot?path=/',
    remoteAddress,
    headers: { ...headers, ...(cookie && { cookie: `release=${cookie}` }) },
  });
  const given = answer.cookies.find(({ name }) => name.endsWith('release'))?.value;
  return { release: answer.json<{ release: string }>().release, cookie: given ?? cookie };
}
const tick = () => followRollouts.run(server.deps, {}, { id: 1, attempt: 1 });
const stateOf = async (id: string) => (await editor.call('GET', at(id))).json<ProductChange>().state;
let made = 0;
/** New people, each from their own address. */
async function people(release: string, { visits, errors = 0, source }: { visits: number; errors?: number; source?: string }) {
  const { db, clock } = server.deps;
  const open = await db.selectFrom('rollouts').select(['id', 'round', 'hash']).where('ended_at', 'is', null).executeTakeFirstOrThrow();
  const ids = Array.from({ length: visits }, () => `made-up-${(made += 1)}`);
  const rest = { phone_sealed: Buffer.of(0), language: 'en', created_at: clock.now() };
  await db
    .insertInto('customers')
    .values(ids.map((id) => ({ id, phone_digest: id, ...rest })))
    .execute();
  const row = { rollout_id: open.id, round: open.round, is_next: release === open.hash };
  for (const [index, id] of ids.entries()) {
    server.deps.rolloutCounts.add({ ...row, event: 'visit', customer_id: id, source: source ?? id });
    if (index < errors) server.deps.rolloutCounts.add({ ...row, event: 'error', customer_id: id, source: null });
  }
  await server.deps.rolloutCounts.settled();
}
const countedOf = async (release: string) => {
  await server.deps.rolloutCounts.settled();
  const { rows } = await sql<{ event: string; count: number }>`
    select event, count(*)::int as count from rollout_counts join rollouts on id = rollout_id
    where ended_at is null and is_next = (hash = ${release}) group by 1 order by 1`.execute(server.deps.db);
  return Object.fromEntries(rows.map(({ event, count }) => [event, count]));
};
const audited = async (action: string) =>
  (
    await sql<{
      actor: string;
      detail: string;
    }>`select actor, detail from audit_rows where action = ${action} order by id desc limit 1`.execute(server.deps.db)
  ).rows[0];

describe('T13 a gradual rollout', { timeout: 120_000 }, () => {
  test('gives the new release to its share of the customers, the same on every node, and to nobody else', async () => {
    const { base, next, salt, id } = await rolling();
    expect(await server.table.activeHash()).toBe(base);
    expect(await stateOf(id)).toBe('rolling');
    const [inside, outside] = [await customer(salt, 10, true), await customer(salt, 10, false)];
    expect(await releaseFor(inside.headers)).toMatchObject({ release: next });
    expect(await releaseFor(outside.headers)).toMatchObject({ release: base });
    // Another node, or this one after a restart.
    const node = await releaseService({ table: server.table, fits: () => [], pinned: async () => [], warn: () => {}, pollMs: 0 });
    expect(node.rollout?.()).toMatchObject({ hash: next, base, salt, percent: 10, isRunning: true });
    expect(node.active().hash).toBe(base);
    expect(await view()).toMatchObject({ state: 'running', percent: 10, nextPercent: 50, change: { id }, verdict: 'waits' });
  });

  test('a browser keeps its side; at the login the place of the customer decides, on every device', async () => {
    const { base, next, salt } = await rolling();
    const browsers = await Promise.all(Array.from({ length: 120 }, () => boot()));
    const [early, late] = [browsers.find(({ release }) => release === next), browsers.find(({ release }) => release === base)];
    expect(browsers.filter(({ release }) => release === next).length).toBeLessThan(40);
    for (const each of [early, late]) expect(await boot(each?.cookie)).toEqual(each);
    // Reloading until the browser's ticket is in does not help an outside account.
    const outside = await customer(salt, 10, false);
    const cookie = `${outside.headers['cookie']}; release=${early?.cookie}`;
    const drawn = await releaseFor({ ...outside.headers, cookie });
    expect(drawn.release).toBe(base);
    expect((await boot(drawn.cookie)).release).toBe(base);
    expect((await releaseFor({ ...outside.headers, 'x-release': next })).release).toBe(base);
    expect(await server.deps.db.selectFrom('rollout_people').selectAll().execute()).toEqual([]);
    // An account inside brings its browser along, even after logout.
    const inside = await customer(salt, 10, true);
    const taken = await releaseFor({ ...inside.headers, cookie: `${inside.headers['cookie']}; release=${late?.cookie}` });
    expect(taken.release).toBe(next);
    expect(await boot(taken.cookie)).toMatchObject({ release: next });
  });

  test('moves on by itself when its time is over and the guardrails hold, and then gives it to everybody', async () => {
    const { base, next, id, salt } = await rolling();
    const outside = await customer(salt, 50, false);
    await people(base, { visits: 10 });
    await people(next, { visits: 10 });
    await tick();
    expect(await view()).toMatchObject({ percent: 10, verdict: 'holds', visitsBefore: 10, visitsAfter: 10 });
    server.clock.advance(3601);
    await tick();
    reviewer = await staffMember(server, 'reviewer', `later-${(edits += 1)}`);
    expect(await view()).toMatchObject({ percent: 50, verdict: 'waits', visitsBefore: 0 });
    await people(base, { visits: 10 });
    await people(next, { visits: 10 });
    server.clock.advance(3601);
    await tick();
    expect(await server.table.activeHash()).toBe(next);
    editor = await staffMember(server, 'editor', `later-editor-${edits}`);
    expect(await stateOf(id)).toBe('published');
    expect(await releaseFor(await sessionFor(server.deps, outside.customerId))).toMatchObject({ release: next });
    expect(await audited('release.published')).toMatchObject({ actor: 'rollout' });
    expect(await server.deps.db.selectFrom('rollout_people').selectAll().execute()).toEqual([]);
  });

  test('pauses with an alarm and the figures when the new release fails more often; who has it keeps it, nobody else gets it', async () => {
    const { base, next, salt, id } = await rolling();
    const [early, late] = [await customer(salt, 10, true), await customer(salt, 10, true)];
    const form = await journey(server, early);
    expect(form.snapshot.release).toBe(next);
    const step = form.snapshot.position.step;
    await form.save(step?.id ?? '', await form.soundAnswers(step?.form ?? ''));
    await people(base, { visits: 10 });
    await people(next, { visits: 9, errors: 3 });
    server.clock.advance(61);
    await tick();
    const causes = [{ code: 'moreErrors', params: { after: 30, before: 0, ofAfter: 10, ofBefore: 10 } }];
    expect(await view()).toMatchObject({ state: 'paused', causes });
    expect((await view())?.figures[0]).toMatchObject({ before: 0, after: 30, judged: 'breached' });
    await server.deps.alarms.settled();
    expect(
      await server.deps.db.selectFrom('alarms').select(['kind', 'detail']).where('kind', '=', 'rolloutPaused').execute(),
    ).toMatchObject([{ detail: { causes } }]);
    expect(await releaseFor(early.headers)).toMatchObject({ release: next });
    expect(await releaseFor(late.headers)).toMatchObject({ release: base });
    // A person continues the rollout, so the window restarts.
    expect((await steer('continue')).json()).toEqual({ state: 'continue' });
    expect(await view()).toMatchObject({ state: 'running', verdict: 'waits', visitsAfter: 0 });
    expect(await releaseFor(late.headers)).toMatchObject({ release: next });
    // Stop: everybody goes back, and no answer is lost.
    expect((await steer('stop')).json()).toEqual({ state: 'stop' });
    const after = await (await journey(server, early)).get();
    expect(after).toMatchObject({ release: base, answers: form.snapshot.answers });
    expect(await stateOf(id)).toBe('open');
    expect((await editor.call('GET', at(id, '/review'))).json<ReviewState>()).toMatchObject({ reviews: [{ decision: 'void' }] });
  });

  test('counts each customer once, however often they come and fail, and nobody without a session', async () => {
    const { base, next, salt } = await rolling();
    for (let load = 0; load < 5; load += 1) await server.app.inject({ method: 'GET', url: '/' });
    await boot(undefined, { 'x-release': next });
    expect([await countedOf(base), await countedOf(next)]).toEqual([{}, {}]);
    const [inside, outside] = [await customer(salt, 10, true), await customer(salt, 10, false)];
    const form = await journey(server, inside);
    for (let time = 0; time < 3; time += 1) {
      expect((await form.put(form.snapshot.position.step?.id ?? '', { nonsense: 1 })).statusCode).toBe(422);
      await releaseFor(outside.headers);
    }
    const step = form.snapshot.position.step;
    await form.save(step?.id ?? '', await form.soundAnswers(step?.form ?? ''));
    expect(await countedOf(next)).toMatchObject({ visit: 1, error: 1, [`onboarding|${step?.id}|saved`]: 1 });
    expect((await countedOf(base))['visit']).toBeGreaterThan(0);
    expect(await countedOf(base)).not.toHaveProperty('error');
  });

  test('counts who is logged in as a customer where no login is needed, too, and no network', async () => {
    const { next, salt } = await rolling();
    const inside = await customer(salt, 10, true);
    const request = { method: 'POST', url: '/api/auth/codes', headers: inside.headers, payload: { nonsense: 1 } } as const;
    expect((await server.app.inject(request)).statusCode).toBe(400);
    expect(await countedOf(next)).toEqual({ visit: 1, error: 1 });
    expect(await server.deps.db.selectFrom('rollout_visitors').selectAll().execute()).toEqual([]);
  });

  test('errors of visitors without a session pause it, each network once, and one that floods changes nothing', async () => {
    const { base, next } = await rolling();
    const visitorOf = async (release: string, address: string, payload?: object) => {
      const url = '/api/auth/codes';
      const headers = { 'x-release': release };
      const request = { method: 'POST', url, headers, remoteAddress: address, payload: payload ?? { nonsense: 1 } } as const;
      return (await server.app.inject(request)).statusCode;
    };
    const networks = async () => {
      await server.deps.rolloutCounts.settled();
      return server.deps.db
        .selectFrom('rollout_visitors')
        .select(['is_next', 'event', sql<number>`count(*)::int`.as('count')])
        .groupBy(['is_next', 'event'])
        .orderBy('is_next')
        .orderBy('event')
        .execute();
    };
    for (let flood = 0; flood < 30; flood += 1) expect(await visitorOf(next, `2001:db8:1:${flood.toString(16)}::1`)).toBe(400);
    expect(await networks()).toEqual([
      { is_next: true, event: 'network', count: 1 },
      { is_next: true, event: 'networkError', count: 1 },
    ]);
    // Some of those who send the old release draw the new one.
    for (let each = 0; each < 30; each += 1) await boot(undefined, { 'x-release': base }, `10.1.${each}.1`);
    for (let each = 1; each < 4; each += 1) await visitorOf(next, `10.2.${each}.1`);
    for (let flood = 0; flood < 30; flood += 1) await visitorOf(next, '10.2.3.1');
    for (let each = 0; each < 3; each += 1) await boot(undefined, { 'x-release': next }, `10.3.${each}.1`);
    await tick();
    const visitors = (await view())?.figures.find(({ kind }) => kind === 'visitorErrors');
    expect(visitors).toMatchObject({ before: 0, judged: 'holds' });
    expect(await view()).toMatchObject({ state: 'running' });
    await visitorOf(next, '10.2.4.1');
    server.clock.advance(61);
    await tick();
    expect(await view()).toMatchObject({ state: 'paused', causes: [{ code: 'moreVisitorErrors' }] });
    await steer('stop');
    expect(await networks()).toEqual([]);
  });

  test('many accounts of one address count for a few', async () => {
    const { base, next } = await rolling();
    await people(base, { visits: 10 });
    await people(next, { visits: 10, errors: 3 });
    await people(next, { visits: 200, source: 'one address' });
    expect(await view()).toMatchObject({ verdict: 'breached', visitsAfter: 10 + rollout.guardrails.perAddress });
  });

  test('forgets who was counted when it ends, and counts nothing of a deleted account', async () => {
    const { next } = await rolling();
    await people(next, { visits: 3 });
    const { db } = server.deps;
    await db.updateTable('customers').set({ deleted_at: server.clock.now() }).where('id', '=', `made-up-${made}`).execute();
    const { id, round } = await db.selectFrom('rollouts').select(['id', 'round']).where('ended_at', 'is', null).executeTakeFirstOrThrow();
    server.deps.rolloutCounts.add({ rollout_id: id, round, is_next: true, event: 'error', customer_id: `made-up-${made}`, source: null });
    expect(await countedOf(next)).toEqual({ visit: 3 });
    await steer('stop');
    expect(await db.selectFrom('rollout_counts').selectAll().execute()).toEqual([]);
  });

  test('leaves no room for another publication: each way says so, and a rollback ends it', async () => {
    const { base, next } = await rolling();
    const other = await approved();
    const refusal = { code: 'rolloutOpen', params: { hash: next, percent: 10 } };
    for (const way of ['/publication', '/rollout']) {
      const answer = await reviewer.call('POST', at(other.id, way));
      expect([answer.statusCode, answer.json()]).toMatchObject([409, refusal]);
    }
    const { db, settings, product, alarms } = server.deps;
    const store = databaseStore({ db, settings, product, registry, alarms });
    const files = edited<{ clickGuardMs: number }>(shippedFiles(), 'flows/settings.json', (each) => void (each.clickGuardMs = 1300));
    expect(await store.publish(await releaseOf(files), 'maria')).toMatchObject({
      refused: `Not published: release ${next} is being rolled out, and 10 % of the people have it. Finish or stop that first.`,
    });
    await expect(server.table.activate(base, 'test', 'publish')).rejects.toThrow('a rollout is open');
    expect(await store.rollback(undefined, 'maria')).toBe(base);
    await server.releases.refresh();
    expect(await view()).toMatchObject({ state: 'stopped' });
    expect(await server.table.activeHash()).toBe(base);
    expect(await audited('release.rolloutStopped')).toMatchObject({ actor: 'shell:maria' });
    expect((await reviewer.call('POST', at(other.id, '/publication'))).statusCode).toBe(200);
  });

  test('is steered by a click: the next stage, or everybody at once; a stale click is refused', async () => {
    const { next, id } = await rolling();
    const { id: key } = (await view()) ?? {};
    expect((await steer('advance')).json()).toEqual({ state: 'advance' });
    expect(await view()).toMatchObject({ stage: 2, percent: 50 });
    const stale = await reviewer.call('POST', `/api/staff/studio/rollouts/${key}/move`, { act: 'advance', stage: 1, state: 'running' });
    expect(stale.statusCode).toBe(409);
    expect((await steer('pause', editor)).statusCode).toBe(403);
    expect((await steer('finish')).json()).toEqual({ state: 'finish' });
    expect(await server.table.activeHash()).toBe(next);
    expect([await stateOf(id), (await view())?.state]).toEqual(['published', 'finished']);
  });

  test('an admin may only hold it, which needs a reason to stop; to move it on needs a fresh code', async () => {
    const { base, id } = await rolling();
    const admin = await staffMember(server, 'admin', `admin-${edits}`);
    for (const act of ['advance', 'continue', 'finish']) expect((await steer(act, admin)).statusCode).toBe(403);
    expect((await steer('pause', admin)).json()).toEqual({ state: 'pause' });
    expect(await view()).toMatchObject({ state: 'paused', stage: 1, causes: [{ code: 'pausedBy', params: { name: admin.name } }] });
    expect((await steer('stop', admin, {})).statusCode).toBe(400);
    expect((await steer('stop', admin)).json()).toEqual({ state: 'stop' });
    expect([await server.table.activeHash(), await stateOf(id)]).toEqual([base, 'open']);
    expect(await view()).toMatchObject({ state: 'stopped', why: 'It was a test.', causes: [] });
    expect(publishingOperations['studio.moveRollout']).toMatchObject({ fresh: true });
  });

  test('a pause wins over who would give it to everybody and has not seen it: a person, or the stage that is over', async () => {
    const { base, id } = await rolling();
    const row = await server.deps.db.selectFrom('rollouts').selectAll().where('change_id', '=', id).executeTakeFirstOrThrow();
    await steer('pause');
    const late = await steer('finish', reviewer, { state: 'running' });
    expect([late.statusCode, late.json()]).toMatchObject([409, { code: 'steered' }]);
    const finishes = { id: row.id, state: row.state, stage: row.stage };
    await expect(publishChange(server.deps, 'rollout', id, { finishes })).rejects.toMatchObject({
      code: 'steered',
    });
    expect([await server.table.activeHash(), (await view())?.state, await stateOf(id)]).toEqual([base, 'paused', 'rolling']);
  });

  test('a pause lets nobody in who only names the new release; whoever has it by a ticket keeps it', async () => {
    const { base, next, salt } = await rolling();
    const named = { 'x-release': next };
    const early = await boot(undefined, named);
    await steer('pause');
    const outside = await customer(salt, 10, false);
    expect([(await boot(undefined, named)).release, (await releaseFor({ ...outside.headers, ...named })).release]).toEqual([base, base]);
    expect([early.release, (await boot(early.cookie)).release]).toEqual([next, next]);
    expect(await server.deps.db.selectFrom('rollout_people').selectAll().execute()).toEqual([]);
  });

  test('goes to nobody else once its approval counts no more, neither by itself nor by a click, and the database holds it too', async () => {
    const { base, next, id } = await rolling();
    const { db } = server.deps;
    await db.updateTable('staff').set({ disabled_at: server.clock.now() }).where('id', '=', reviewer.id).execute();
    await people(base, { visits: 10 });
    await people(next, { visits: 10 });
    server.clock.advance(3601);
    await tick();
    reviewer = await staffMember(server, 'reviewer', `another-${edits}`);
    const causes = [{ code: 'approvalLost', params: {} }];
    expect(await view()).toMatchObject({ state: 'paused', stage: 1, causes });
    for (const act of ['advance', 'continue', 'finish']) expect((await steer(act)).statusCode).toBe(409);
    expect([await server.table.activeHash(), (await view())?.state]).toEqual([base, 'paused']);
    await expect(db.updateTable('changes').set({ state: 'published' }).where('id', '=', id).execute()).rejects.toThrow(
      'this change is not approved',
    );
  });

  test('keeps the sentence that an earlier version stored when it paused', async () => {
    const { id } = await rolling();
    const why = '4 % met an error with the new release.';
    await server.deps.db.updateTable('rollouts').set({ state: 'paused', why }).where('change_id', '=', id).execute();
    expect(await view()).toMatchObject({ state: 'paused', causes: [{ code: 'told', params: { why } }] });
    expect(await view()).not.toHaveProperty('why');
    await steer('stop');
  });

  const object = async (id: string, who: StaffMember) => {
    const { request } = (await who.call('GET', at(id, '/review'))).json<ReviewState>();
    const { release = '', verdict = '', carryOver = 'none' } = request ?? {};
    return who.call('POST', at(id, '/reviews'), { decision: 'objected', release, verdict, carryOver, note: 'Stop this.' });
  };

  test.each(['an objection', 'an approval that is taken back'])(
    'pauses at once for %s within a stage: who logs in later gets the old release, who has the new one keeps it',
    async (what) => {
      const { base, next, id, salt } = await rolling();
      const [early, late] = [await customer(salt, 10, true), await customer(salt, 10, true)];
      expect(await releaseFor(early.headers)).toMatchObject({ release: next });
      server.clock.advance(300);
      const done = what === 'an objection' ? await object(id, await staffMember(server, 'reviewer', `objects-${edits}`)) : undefined;
      expect((done ?? (await reviewer.call('DELETE', at(id, '/reviews')))).statusCode).toBe(200);
      const causes = [{ code: 'approvalLost', params: {} }];
      expect(await view()).toMatchObject({ state: 'paused', stage: 1, causes });
      expect(await audited('release.rolloutPaused')).toMatchObject({
        actor: 'rollout',
        detail: expect.stringContaining('approvalLost') as string,
      });
      await server.deps.alarms.settled();
      const { id: rolloutId } = (await view()) ?? {};
      const alarms = await server.deps.db.selectFrom('alarms').select('detail').where('kind', '=', 'rolloutPaused').execute();
      expect(alarms).toContainEqual({ detail: { rollout: rolloutId, causes } });
      expect(await releaseFor(late.headers)).toMatchObject({ release: base });
      expect(await releaseFor(early.headers)).toMatchObject({ release: next });
      expect((await boot(undefined, { 'x-release': next })).release).toBe(base);
    },
  );

  test('admits nobody new while its approval counts no more, even before the next look pauses it', async () => {
    const { base, next, salt } = await rolling();
    const [early, late] = [await customer(salt, 10, true), await customer(salt, 10, true)];
    expect(await releaseFor(early.headers)).toMatchObject({ release: next });
    const { db, clock } = server.deps;
    await db.updateTable('staff').set({ disabled_at: clock.now() }).where('id', '=', reviewer.id).execute();
    expect(await releaseFor(late.headers)).toMatchObject({ release: base });
    expect(await releaseFor(early.headers)).toMatchObject({ release: next });
    reviewer = await staffMember(server, 'reviewer', `stands-in-${edits}`);
    expect(await view()).toMatchObject({ state: 'running' });
    await tick();
    expect(await view()).toMatchObject({ state: 'paused', stage: 1 });
  });

  describe('a thief with the API alone', () => {
    const refusals = async (answers: Promise<{ statusCode: number }>[]) => (await Promise.all(answers)).map(({ statusCode }) => statusCode);

    test('finishes or moves nothing on without the right, the place, or as somebody who only reads', async () => {
      const { base } = await rolling();
      const { id = '' } = (await view()) ?? {};
      const body = { act: 'finish', stage: 1, state: 'running' };
      const move = (who: StaffMember, more: object = {}, rolloutId = id) =>
        who.call('POST', `/api/staff/studio/rollouts/${rolloutId}/move`, { ...body, ...more });
      const translator = await staffMember(server, 'translator', `translator-${edits}`);
      expect(await refusals([move(editor), move(translator), move(await staffMember(server, 'support', `support-${edits}`))])).toEqual([
        403, 403, 403,
      ]);
      expect(await refusals([move(reviewer, {}, 'made-up'), move(reviewer, { stage: 2 }), move(reviewer, { state: 'paused' })])).toEqual([
        404, 409, 409,
      ]);
      expect(await refusals([move(reviewer, { stage: 0 }), move(reviewer, { act: 'publish' }), move(reviewer, { percent: 100 })])).toEqual([
        400, 400, 400,
      ]);
      expect((await server.app.inject({ method: 'POST', url: `/api/staff/studio/rollouts/${id}/move`, payload: body })).statusCode).toBe(
        401,
      );
      expect([await server.table.activeHash(), (await view())?.stage]).toEqual([base, 1]);
    });

    test('gets a change that is rolled out neither published, started again, scheduled nor edited', async () => {
      const { base, id } = await rolling();
      const { text, hash } = (await editor.call('GET', at(id, `/file?path=${path}`))).json<{ text: string; hash: string }>();
      const later = new Date(server.clock.now().getTime() + 3_600_000).toISOString();
      expect(
        await refusals([
          reviewer.call('POST', at(id, '/publication')),
          reviewer.call('POST', at(id, '/rollout')),
          reviewer.call('PUT', at(id, '/schedule'), { at: later }),
          editor.call('PUT', at(id, '/file'), { path, basedOn: hash, text: `${text}\n` }),
          editor.call('POST', at(id, '/request'), {}),
        ]),
      ).toEqual([409, 409, 409, 409, 409]);
      expect([await server.table.activeHash(), await stateOf(id)]).toEqual([base, 'rolling']);
      expect(await view()).toMatchObject({ stage: 1, state: 'running' });
    });

    test('moves nothing on while somebody objects, not even by the clock; it goes on when the objection is taken back', async () => {
      const { base, next, id } = await rolling();
      const other = await staffMember(server, 'reviewer', `objector-${edits}`);
      expect((await object(id, other)).json()).toEqual({ state: 'objected' });
      expect(await refusals([steer('advance'), steer('finish')])).toEqual([409, 409]);
      expect(await view()).toMatchObject({ stage: 1, state: 'paused' });
      expect(await refusals([steer('continue')])).toEqual([409]);
      const { db } = server.deps;
      for (const set of [{ stage: 1 }, { state: 'running' as const }])
        await expect(db.updateTable('rollouts').set(set).where('change_id', '=', id).execute()).rejects.toThrow(
          'this change is not approved',
        );
      expect([await server.table.activeHash(), await stateOf(id)]).toEqual([base, 'rolling']);
      expect((await other.call('DELETE', at(id, '/reviews'))).json()).toEqual({ state: 'withdrawn' });
      expect((await steer('continue')).json()).toEqual({ state: 'continue' });
      expect((await steer('finish')).json()).toEqual({ state: 'finish' });
      expect(await server.table.activeHash()).toBe(next);
    });

    test('who approved takes the approval back during the rollout and gives it again, and the rollout can go on', async () => {
      const { id } = await rolling();
      expect((await reviewer.call('DELETE', at(id, '/reviews'))).json()).toEqual({ state: 'withdrawn' });
      expect(await refusals([steer('advance')])).toEqual([409]);
      const { request, mayReview, mayObject } = (await reviewer.call('GET', at(id, '/review'))).json<ReviewState>();
      expect({ mayReview, mayObject }).toEqual({ mayReview: true, mayObject: false });
      const { release = '', verdict = '', carryOver = 'none' } = request ?? {};
      const again = { decision: 'approved', release, verdict, carryOver, note: 'Again.' };
      const other = await reviewer.call('POST', at(id, '/reviews'), { ...again, release: '0'.repeat(release.length) });
      expect(other.statusCode).toBe(409);
      expect((await reviewer.call('POST', at(id, '/reviews'), again)).json()).toEqual({ state: 'approved' });
      expect(await view()).toMatchObject({ stage: 1, state: 'paused' });
      expect((await steer('continue')).json()).toEqual({ state: 'continue' });
      expect((await reviewer.call('GET', at(id, '/review'))).json()).toMatchObject({ mayReview: false, mayObject: true });
    });

    test('the database begins no rollout of another release than was approved, skips no stage, and changes none', async () => {
      const { id, base } = await rolling();
      const { db, clock } = server.deps;
      const row = await db.selectFrom('rollouts').selectAll().where('change_id', '=', id).executeTakeFirstOrThrow();
      const set = (values: object) => db.updateTable('rollouts').set(values).where('id', '=', row.id).execute();
      for (const values of [{ stage: 2 }, { hash: base, base_hash: row.hash }, { stages: JSON.stringify([{ percent: 99, hours: 0 }]) }])
        await expect(set(values)).rejects.toThrow('a rollout goes on as it was begun');
      await steer('stop');
      await expect(set({ state: 'running', ended_at: null })).rejects.toThrow('this rollout has ended');
      const made = { id: 'made-up', application: 'main', hash: row.hash, base_hash: base, basis: row.basis, change_id: id, salt: 'salt' };
      const rest = {
        stages: JSON.stringify(rollout.stages),
        guardrails: JSON.stringify(rollout.guardrails),
        by_itself: true,
        state: 'running' as const,
      };
      const at0 = { stage: 0, stage_since: clock.now(), started_by: 'thief', started_at: clock.now(), carry_over: null, why: null };
      await expect(
        db
          .insertInto('rollouts')
          .values({ ...made, ...rest, ...at0 })
          .execute(),
      ).rejects.toThrow('this change is not approved');
    });

    test.runIf(onPostgres)(
      'of an objection and a next stage at the same moment, none goes on against the objection',
      async () => {
        for (let round = 0; round < 6; round += 1) {
          const { id } = await rolling();
          const other = await staffMember(server, 'reviewer', `racer-${(edits += 1)}`);
          const [objected, moved] = await Promise.all([object(id, other), steer(round % 2 === 0 ? 'advance' : 'finish')]);
          const isHeld = objected.statusCode === 200 && (await stateOf(id)) === 'rolling';
          expect(isHeld ? (await steer('advance')).statusCode : moved.statusCode).toBe(isHeld ? 409 : 200);
          if ((await stateOf(id)) === 'rolling') await steer('stop');
          await server.publish(shippedFiles());
        }
      },
      120_000,
    );
  });

  test('is refused for an application of staff, and for a change that is not approved', async () => {
    const { id } = (await editor.call('POST', '/api/staff/studio/changes', { title: 'Desk', application: 'desk' })).json<ProductChange>();
    expect((await reviewer.call('POST', at(id, '/rollout'))).json()).toMatchObject({
      status: 409,
      code: 'mainOnly',
    });
    const { id: open } = (await editor.call('POST', '/api/staff/studio/changes', { title: 'Not sent' })).json<ProductChange>();
    expect((await reviewer.call('POST', at(open, '/rollout'))).statusCode).toBe(409);
  });

  test.runIf(onPostgres)(
    'of two that start at once, and of a publication beside them, one wins',
    async () => {
      for (let round = 0; round < 5; round += 1) {
        const changes = [await approved(), await approved(), await approved()];
        const answers = await Promise.all(
          changes.map(({ id }, index) => reviewer.call('POST', at(id, index === 2 ? '/publication' : '/rollout'))),
        );
        expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
        const open = (await view())?.state;
        if (open === 'running') await steer('stop');
        await server.publish(shippedFiles());
      }
    },
    120_000,
  );
});
