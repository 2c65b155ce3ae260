import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { PreviewLink } from '../../../server/contract/staff/preview.ts';
import type { ProductChange } from '../../../server/contract/staff/studio.ts';
import { endLinks } from '../../../server/platform/preview/links.ts';
import type { Entry } from '../../../server/platform/preview/messages.ts';
import { auditRows } from '../support/auditRows.ts';
import type { ProductApp } from '../support/product.ts';
import { type StaffMember, staffMember } from '../support/staff.ts';
import { startStudio } from '../support/studio.ts';

let server: ProductApp;
let editor: StaffMember;
let change: ProductChange;
let admitted: Entry[] = [];
let ended: string[] = [];
/** Links whose sessions the world currently fails to end. */
let unreached: string[] = [];
/** Runs while a link is being opened. */
let meanwhile: () => Promise<unknown> = async () => {};

/** A fake world that records its calls. The real one is tested in world.test.ts. */
const world = {
  people: [],
  begin: () => 'ready' as const,
  stage: async (_name: string, version: string) => ({
    version,
    hash: 'h',
    port: 4000,
    screens: [],
    steps: [],
    languages: [],
    palettes: [],
  }),
  admit: async (_stage: string, entry: Entry) => {
    await meanwhile();
    admitted.push(entry);
    return { ticket: 'ticket' };
  },
  endLink: async (link: string) => {
    if (unreached.includes(link)) throw new Error('The preview server cannot be reached.');
    ended.push(link);
  },
  stop: async () => {},
};

beforeAll(async () => {
  server = await startStudio();
  server.deps.previews = world;
  editor = await staffMember(server, 'editor');
}, 300_000);
afterAll(() => server.close());
beforeEach(async () => {
  [admitted, ended, unreached, meanwhile] = [[], [], [], async () => {}];
  change = (await editor.call('POST', '/api/staff/studio/changes', { title: 'To be shown' })).json<ProductChange>();
});

const share = async (body: object = {}) => editor.call('POST', `/api/staff/studio/changes/${change.id}/links`, body);
const links = async () => (await editor.call('GET', `/api/staff/studio/changes/${change.id}/links`)).json<{ links: PreviewLink[] }>().links;
const open = ({ address = '' }: Pick<PreviewLink, 'address'>) => server.app.inject({ url: new URL(address).pathname });

test('T04 a link ends with its sessions when it is ended', async () => {
  const [one, other] = [(await share()).json<PreviewLink>(), (await share()).json<PreviewLink>()];
  expect((await links()).map(({ id }) => id).toSorted()).toEqual([one.id, other.id].toSorted());
  expect((await links()).every(({ address }) => address === undefined)).toBe(true);
  expect((await editor.call('DELETE', `/api/staff/studio/changes/${change.id}/links/${one.id}`)).statusCode).toBe(200);
  expect(ended).toEqual([one.id]);
  expect((await open(one)).statusCode).toBe(404);
  expect((await open(other)).statusCode).toBe(303);
});

test('T04 a made-up link shows nothing, and starts no world', async () => {
  for (const token of ['x', 'a'.repeat(43), '%00'])
    expect((await server.app.inject({ url: `/preview/${token}` })).statusCode).toBeGreaterThanOrEqual(400);
  expect(admitted).toEqual([]);
});

test('T04 whoever has a link cannot keep the preview busy: it opens sixty times a minute', async () => {
  const link = (await share()).json<PreviewLink>();
  const opened = (await Promise.all(Array.from({ length: 70 }, () => open(link)))).map(({ statusCode }) => statusCode);
  expect([opened.filter((status) => status === 303).length, opened.filter((status) => status === 429).length]).toEqual([60, 10]);
  server.clock.advance(61);
  expect((await open(link)).statusCode).toBe(303);
});

test('T04 no more than twenty links of a change work at a time', async () => {
  const made = await Promise.all(Array.from({ length: 22 }, () => share()));
  expect(made.filter(({ statusCode }) => statusCode === 200)).toHaveLength(20);
  expect(made.filter(({ statusCode }) => statusCode === 409)).toHaveLength(2);
  expect(await links()).toHaveLength(20);
});

test('T04 the database knows no token, and the log knows who shared', async () => {
  const { address = '', id } = (await share()).json<PreviewLink>();
  const row = await server.deps.db.selectFrom('preview_links').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  expect(JSON.stringify(row)).not.toContain(address.split('/').at(-1));
  const entries = await auditRows(server.deps.db).select('detail').where('action', '=', 'preview.shared').execute();
  expect(JSON.stringify(entries)).toContain(id);
  expect(JSON.stringify(entries)).not.toContain(address.split('/').at(-1));
});

const runJob = () => endLinks.run(server.deps, {}, { id: 1, attempt: 1 });
const expectNothing = async (link: PreviewLink) => {
  expect((await open(link)).statusCode).toBe(404);
  await runJob();
  expect(ended).toContain(link.id);
  expect(admitted).toEqual([]);
};

test('T04 a link and its sessions end when the change is put away or published, and none is made then', async () => {
  const link = (await share()).json<PreviewLink>();
  await server.deps.db.updateTable('changes').set({ state: 'abandoned' }).where('id', '=', change.id).execute();
  await expectNothing(link);
  expect((await share()).statusCode).toBe(409);
});

test('T04 a link and its sessions end with the access of whoever made it', async () => {
  const leaver = await staffMember(server, 'editor', 'leaver');
  const link = (await leaver.call('POST', `/api/staff/studio/changes/${change.id}/links`, {})).json<PreviewLink>();
  const kept = (await share()).json<PreviewLink>();
  await server.deps.db.updateTable('staff').set({ disabled_at: server.clock.now() }).where('id', '=', leaver.id).execute();
  await expectNothing(link);
  expect((await links()).map(({ id }) => id)).toEqual([kept.id]);
  expect((await open(kept)).statusCode).toBe(303);
});

test('T04 a link and its sessions end when the role of whoever made it may share no more', async () => {
  const moved = await staffMember(server, 'editor', 'moved');
  const link = (await moved.call('POST', `/api/staff/studio/changes/${change.id}/links`, {})).json<PreviewLink>();
  await server.deps.db.updateTable('staff').set({ role: 'reviewer' }).where('id', '=', moved.id).execute();
  expect(await links()).toEqual([]);
  await expectNothing(link);
});

test('T04 what the preview could not be told is told again until it knows, and keeps no other link from its end', async () => {
  const [one, other] = [(await share()).json<PreviewLink>(), (await share()).json<PreviewLink>()];
  unreached = [one.id];
  for (const { id } of [one, other])
    expect((await editor.call('DELETE', `/api/staff/studio/changes/${change.id}/links/${id}`)).json()).toEqual({ state: 'ended' });
  expect(ended).toEqual([other.id]);
  expect([await links(), (await open(one)).statusCode]).toEqual([[], 404]);
  expect((await editor.call('DELETE', `/api/staff/studio/changes/${change.id}/links/${one.id}`)).statusCode).toBe(404);
  const late = (await share()).json<PreviewLink>();
  await server.deps.db.updateTable('changes').set({ state: 'abandoned' }).where('id', '=', change.id).execute();
  await runJob();
  expect(ended).toEqual([other.id, late.id]);
  unreached = [];
  await runJob();
  expect(ended).toEqual([other.id, late.id, one.id]);
  await runJob();
  expect(ended).toHaveLength(3);
  expect(await server.deps.db.selectFrom('preview_links').select('id').where('change_id', '=', change.id).execute()).toEqual([]);
});

test('T04 links that are over and wait for their end take no place of others', async () => {
  for (let count = 0; count < 20; count += 1) {
    const { id } = (await share()).json<PreviewLink>();
    unreached.push(id);
    await editor.call('DELETE', `/api/staff/studio/changes/${change.id}/links/${id}`);
  }
  expect((await share()).statusCode).toBe(200);
});

test('T04 a link that is ended while somebody opens it does not open', async () => {
  const link = (await share()).json<PreviewLink>();
  meanwhile = () => editor.call('DELETE', `/api/staff/studio/changes/${change.id}/links/${link.id}`);
  const opened = await open(link);
  expect([opened.statusCode, opened.headers['location']]).toEqual([404, undefined]);
  // Once before the session began and once after.
  expect(ended).toEqual([link.id, link.id]);
  expect(admitted).toHaveLength(1);
});

test('T04 a link shows the change to who has no account, until it expires', async () => {
  const link = (await share({ as: 'ana', route: '/start', language: 'fil', theme: 2 })).json<PreviewLink>();
  const opened = await open(link);
  expect(opened.statusCode).toBe(303);
  expect(opened.headers['location']).toMatch(/^http:\/\/localhost:4000\/preview\/enter\?ticket=ticket$/);
  expect(admitted).toMatchObject([{ as: 'ana', route: '/start', language: 'fil', theme: 2, link: link.id }]);
  expect(admitted[0]?.framedBy).toBeUndefined();
  server.clock.advance(47 * 3600);
  expect((await open(link)).statusCode).toBe(303);
  server.clock.advance(2 * 3600);
  expect((await open(link)).statusCode).toBe(404);
});
