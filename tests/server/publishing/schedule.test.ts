import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ReviewState } from '../../../server/contract/staff/publishing.ts';
import type { ProductChange } from '../../../server/contract/staff/studio.ts';
import { publishLater } from '../../../server/platform/publishing/schedule.ts';
import { runDueJobs } from '../../../server/platform/jobs/run.ts';
import { shippedFiles, type ProductApp } from '../support/product.ts';
import { type StaffMember, staffMember } from '../support/staff.ts';
import { startStudio } from '../support/studio.ts';

let server: ProductApp;
let editor: StaffMember;
let reviewer: StaffMember;
let edits = 0;
const path = 'locales/en/errors.json';

beforeAll(async () => {
  server = await startStudio();
  editor = await staffMember(server, 'editor');
  reviewer = await staffMember(server, 'reviewer');
}, 120_000);
beforeEach(async () => void (await server.publish(shippedFiles())));
afterAll(() => server.close());

const at = (id: string, more = '') => `/api/staff/studio/changes/${id}${more}`;
async function edit(id: string) {
  const { text, hash } = (await editor.call('GET', at(id, `/file?path=${path}`))).json<{ text: string; hash: string }>();
  const body = { path, basedOn: hash, text: text.replace(/No (connection|signal \d+)/, `No signal ${(edits += 1)}`) };
  expect((await editor.call('PUT', at(id, '/file'), body)).json()).toMatchObject({ state: 'saved' });
}
const stateOf = async (id: string) => (await editor.call('GET', at(id, '/review'))).json<ReviewState>();
async function approved() {
  const { id } = (await editor.call('POST', '/api/staff/studio/changes', { title: 'Friendlier errors' })).json<ProductChange>();
  await edit(id);
  await editor.call('POST', at(id, '/request'), {});
  const { release, verdict, carryOver } = (await stateOf(id)).request ?? {};
  const note = 'I have read all of it.';
  const done = await reviewer.call('POST', at(id, '/reviews'), { decision: 'approved', release, verdict, carryOver, note });
  expect(done.json()).toEqual({ state: 'approved' });
  return { id, release };
}
const inSeconds = (seconds: number) => new Date(server.clock.now().getTime() + seconds * 1000).toISOString();
const active = () => server.table.activeHash();

test('T13 a change is published at its time', async () => {
  const before = await active();
  const { id, release } = await approved();
  expect((await reviewer.call('PUT', at(id, '/schedule'), { at: inSeconds(-1) })).json()).toMatchObject({
    status: 409,
    code: 'timeOver',
  });
  expect((await reviewer.call('PUT', at(id, '/schedule'), { at: inSeconds(91 * 86_400) })).json()).toMatchObject({
    status: 409,
    code: 'timeTooFar',
    params: { days: 90 },
  });
  expect((await reviewer.call('PUT', at(id, '/schedule'), { at: inSeconds(600) })).json()).toEqual({ state: 'scheduled' });
  expect((await stateOf(id)).request).toMatchObject({ publishAt: inSeconds(600), scheduledBy: 'reviewer' });
  const coming = (await editor.call('GET', '/api/staff/studio/releases')).json<{ coming: object[] }>().coming;
  expect(coming).toEqual([{ change: id, title: 'Friendlier errors', at: inSeconds(600), by: 'reviewer' }]);
  server.clock.advance(590);
  await runDueJobs(server.deps);
  expect(await active()).toBe(before);
  server.clock.advance(11);
  await runDueJobs(server.deps);
  expect(await active()).toBe(release);
});

test('T13 a time without an offset is one of the application’s time zone', async () => {
  const { id } = await approved();
  expect((await stateOf(id)).timeZone).toBe('Asia/Manila');
  const day = new Date(server.clock.now().getTime() + 3 * 86_400_000).toISOString().slice(0, 10);
  expect((await reviewer.call('PUT', at(id, '/schedule'), { at: `${day}T09:30` })).json()).toEqual({ state: 'scheduled' });
  expect((await stateOf(id)).request?.publishAt).toBe(`${day}T01:30:00.000Z`);
  for (const wrong of ['tomorrow', '2026-02-31T09:00'])
    expect((await reviewer.call('PUT', at(id, '/schedule'), { at: wrong })).statusCode).toBe(400);
  await reviewer.call('DELETE', at(id, '/schedule'));
});

test('T13 a time can be taken back or moved, and the first one then does nothing', async () => {
  const before = await active();
  const { id, release } = await approved();
  await reviewer.call('PUT', at(id, '/schedule'), { at: inSeconds(60) });
  expect((await reviewer.call('DELETE', at(id, '/schedule'))).json()).toEqual({ state: 'unscheduled' });
  server.clock.advance(61);
  await runDueJobs(server.deps);
  expect(await active()).toBe(before);
  await reviewer.call('PUT', at(id, '/schedule'), { at: inSeconds(60) });
  await reviewer.call('PUT', at(id, '/schedule'), { at: inSeconds(120) });
  server.clock.advance(61);
  await runDueJobs(server.deps);
  expect(await active()).toBe(before);
  server.clock.advance(60);
  await runDueJobs(server.deps);
  expect(await active()).toBe(release);
});

test('T12 a change that is edited or not approved is not published at any time', async () => {
  const before = await active();
  const { id } = await approved();
  await reviewer.call('PUT', at(id, '/schedule'), { at: inSeconds(60) });
  await edit(id);
  server.clock.advance(61);
  await runDueJobs(server.deps);
  expect(await active()).toBe(before);
  await editor.call('POST', at(id, '/request'), {});
  expect((await reviewer.call('PUT', at(id, '/schedule'), { at: inSeconds(60) })).statusCode).toBe(409);
});

test('T13 a time that is moved while the first one fails stays, and nothing is said to have failed', async () => {
  const { id } = await approved();
  const time = inSeconds(60);
  await reviewer.call('PUT', at(id, '/schedule'), { at: time });
  const later = inSeconds(600);
  const { db, settings } = server.deps;
  const moving = new Proxy(db, {
    get: (_, name) => {
      if (name === 'transaction')
        return () => ({
          execute: async (work: never) => {
            await reviewer.call('PUT', at(id, '/schedule'), { at: later });
            return db.transaction().execute(work);
          },
        });
      const value: unknown = Reflect.get(db, name);
      return typeof value === 'function' ? (value.bind(db) as unknown) : value;
    },
  });
  const failing = { ...server.deps, db: moving, settings: { ...settings, mode: 'development' as const } };
  await publishLater.run(failing, { change: id, at: time }, { id: 1, attempt: 1 });
  expect(await stateOf(id)).toMatchObject({ request: { publishAt: later, scheduledBy: 'reviewer' } });
  expect((await stateOf(id)).failed).toBeUndefined();
  await server.deps.alarms.settled();
  expect(await db.selectFrom('alarms').selectAll().execute()).toEqual([]);
  await reviewer.call('DELETE', at(id, '/schedule'));
});

test('T13 a change that cannot be published at its time stays open, with an alarm', async () => {
  const [first, second] = [await approved(), await approved()];
  await reviewer.call('PUT', at(second.id, '/schedule'), { at: inSeconds(60) });
  expect((await reviewer.call('POST', at(first.id, '/publication'))).statusCode).toBe(200);
  server.clock.advance(61);
  await runDueJobs(server.deps);
  expect(await active()).toBe(first.release);
  expect((await stateOf(second.id)).request?.publishAt).toBeUndefined();
  const causes = [{ code: 'overtaken', params: {} }];
  expect((await stateOf(second.id)).failed).toMatchObject({ causes, scheduledBy: 'reviewer' });
  // Only the one who set the time and the one who wrote the change see it in their list of changes.
  const colleague = await staffMember(server, 'editor', 'colleague');
  const told = await Promise.all(
    [editor, reviewer, colleague].map(async (who) => (await who.call('GET', at(second.id))).json<ProductChange>().notPublished),
  );
  expect(told).toEqual([causes, causes, undefined]);
  // As an earlier version stored it.
  const why = 'Not published: another release has become active.';
  await server.deps.db.updateTable('changes').set({ failed_causes: null, failed_why: why }).where('id', '=', second.id).execute();
  expect((await stateOf(second.id)).failed).toMatchObject({ causes: [{ code: 'told', params: { why } }] });
  await server.deps.alarms.settled();
  expect(await server.deps.db.selectFrom('alarms').select(['kind', 'subject']).execute()).toEqual([
    { kind: 'scheduledPublishFailed', subject: `change:${second.id}` },
  ]);
});
