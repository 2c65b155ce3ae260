import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ReviewState } from '../../../server/contract/staff/publishing.ts';
import type { ProductChange } from '../../../server/contract/staff/studio.ts';
import { verifyAudit } from '../../../server/platform/audit/verify.ts';
import { databaseStore } from '../../../server/platform/operator/databaseStore.ts';
import { registry } from '../../../server/registry.ts';
import { releaseOf } from '../../support/compiled.ts';
import { shippedFiles, type ProductApp } from '../support/product.ts';
import { type StaffMember, staffMember } from '../support/staff.ts';
import { startStudio } from '../support/studio.ts';

let server: ProductApp;
let editor: StaffMember;
let colleague: StaffMember;
let reviewer: StaffMember;
let second: StaffMember;
let admin: StaffMember;
const words = 'locales/en/errors.json';
const money = 'flows/lending/limits.json';
let edits = 0;

beforeAll(async () => {
  server = await startStudio();
  editor = await staffMember(server, 'editor');
  colleague = await staffMember(server, 'editor', 'colleague');
  reviewer = await staffMember(server, 'reviewer');
  second = await staffMember(server, 'reviewer', 'second');
  admin = await staffMember(server, 'admin');
}, 120_000);
beforeEach(async () => void (await server.publish(shippedFiles())));
afterAll(() => server.close());

const at = (id: string, more = '') => `/api/staff/studio/changes/${id}${more}`;
const begin = async () => (await editor.call('POST', '/api/staff/studio/changes', { title: 'Friendlier errors' })).json<ProductChange>().id;
async function edit(
  id: string,
  who = editor,
  path = words,
  change = (text: string) => text.replace(/No (connection|signal \d+)/, `No signal ${(edits += 1)}`),
) {
  const { text, hash } = (await who.call('GET', at(id, `/file?path=${path}`))).json<{ text: string; hash: string }>();
  const saved = await who.call('PUT', at(id, '/file'), { path, basedOn: hash, text: change(text) });
  expect(saved.json()).toMatchObject({ state: 'saved' });
}
const send = async (id: string, who = editor) => who.call('POST', at(id, '/request'), {});
const stateOf = async (id: string, who = reviewer) => (await who.call('GET', at(id, '/review'))).json<ReviewState>();
async function review(id: string, who = reviewer, decision = 'approved', named: object = {}) {
  const { request } = await stateOf(id);
  const { release = '0'.repeat(16), verdict = '0'.repeat(32), carryOver = 'none' } = request ?? {};
  return who.call('POST', at(id, '/reviews'), { decision, release, verdict, carryOver, note: 'I have read all of it.', ...named });
}
const publish = async (id: string, who = reviewer) => who.call('POST', at(id, '/publication'));
const active = async () => (await server.table.activeHash()) ?? '';
const sent = async (path = words, change?: (text: string) => string) => {
  const id = await begin();
  await edit(id, editor, path, change);
  expect((await send(id)).json()).toEqual({ state: 'sent' });
  return id;
};
const approved = async () => {
  const id = await sent();
  expect((await review(id)).json()).toEqual({ state: 'approved' });
  return id;
};
const codeOf = (response: { json: () => unknown }) => (response.json() as { code: string }).code;

describe('T11 the review of a change', () => {
  test('is sent, approved by a second person and published, and says what it would do to applications in progress', async () => {
    const id = await sent();
    const { request, mayReview, maySend } = await stateOf(id);
    expect(request).toMatchObject({ needed: 1, given: 0, isApproved: false, carryOver: 'none', sentBy: 'editor' });
    expect(request?.rehearsal).toEqual({ held: 0, migrated: 0, askedAgain: 0, restarted: 0, pinned: 0, unmet: [] });
    expect([mayReview, maySend, (await stateOf(id, editor)).mayReview]).toEqual([true, false, false]);
    await review(id);
    expect((await publish(id)).json()).toEqual({ release: request?.release });
    expect(await active()).toBe(request?.release);
    expect(server.releases.active().hash).toBe(request?.release);
    expect((await editor.call('GET', at(id))).json()).toMatchObject({ state: 'published' });
  });

  test('is not asked for what has errors, or what stands on an older release', async () => {
    const broken = await begin();
    await edit(broken, editor, words, (text) => text.replace('"networkAbnormal"', '"networkAbnormall"'));
    expect([(await send(broken)).statusCode, codeOf(await send(broken))]).toEqual([409, 'changeHasErrors']);
    const stale = await begin();
    await edit(stale);
    await publish(await approved());
    expect(codeOf(await send(stale))).toBe('baseMoved');
    const others = await send(await begin(), colleague);
    expect([others.statusCode, codeOf(others)]).toEqual([403, 'notAuthor']);
  });

  test('needs two for money', async () => {
    const real = await begin();
    await edit(real);
    await edit(real, editor, money, (text) => `${text}\n`);
    expect((await send(real)).json()).toEqual({ state: 'sent' });
    expect((await stateOf(real)).request?.needed).toBe(2);
    await review(real);
    expect((await publish(real)).statusCode).toBe(409);
    await review(real, second);
    expect((await publish(real)).statusCode).toBe(200);
  });

  test('is blocked by an objection, through edits too, until its author takes it back', async () => {
    const id = await approved();
    expect((await review(id, second, 'objected')).json()).toEqual({ state: 'objected' });
    expect((await publish(id)).statusCode).toBe(409);
    await edit(id);
    await send(id);
    await review(id);
    expect(await stateOf(id)).toMatchObject({ objections: 1, request: { given: 1, isApproved: false } });
    expect((await publish(id)).statusCode).toBe(409);
    expect((await reviewer.call('DELETE', at(id, '/reviews'))).json()).toEqual({ state: 'withdrawn' });
    expect((await publish(id)).statusCode).toBe(409);
    await second.call('DELETE', at(id, '/reviews'));
    await review(id);
    expect((await publish(id)).statusCode).toBe(200);
  });
});

describe('T11 a change that was sent', () => {
  test('keeps its title, which only an author could change before', async () => {
    const id = await begin();
    const rename = (who: StaffMember) => who.call('PUT', at(id, '/title'), { title: 'A typo' });
    expect(codeOf(await rename(colleague))).toBe('notAuthor');
    expect((await rename(editor)).json()).toMatchObject({ title: 'A typo' });
    await edit(id);
    await send(id);
    expect(codeOf(await rename(editor))).toBe('sentAlready');
    const { rows } = await sql<{ actor: string; detail: string }>`
      select actor, detail from audit_rows where action = 'change.renamed' and subject = ${`change:${id}`}`.execute(server.deps.db);
    expect(rows.map(({ actor, detail }) => [actor, JSON.parse(detail)])).toEqual([
      [`staff:${editor.id}`, { from: 'Friendlier errors', to: 'A typo' }],
    ]);
  });

  test('cannot escape an objection by being copied', async () => {
    const id = await approved();
    await review(id, second, 'objected');
    const copy = (await editor.call('POST', '/api/staff/studio/changes', { title: 'The same', from: id })).json<ProductChange>().id;
    await send(copy);
    await review(copy);
    expect(await stateOf(copy)).toMatchObject({ objections: 1, request: { given: 1, isApproved: false } });
    expect((await publish(copy)).statusCode).toBe(409);
    await second.call('DELETE', at(copy, '/reviews'));
    expect((await publish(copy)).statusCode).toBe(200);
  });
});

describe('T12 an approval', () => {
  test('is void after an edit, and the audit log says whose it was', async () => {
    const id = await approved();
    const { release } = (await stateOf(id)).request ?? {};
    await edit(id);
    const { rows } = await sql<{ actor: string; detail: string }>`
      select actor, detail from audit_rows where action = 'change.approvalsVoided' and subject = ${`change:${id}`}`.execute(server.deps.db);
    expect(rows.map(({ actor, detail }) => [actor, JSON.parse(detail)])).toEqual([[`staff:${editor.id}`, { release, of: [reviewer.id] }]]);
    expect(await stateOf(id)).toMatchObject({ reviews: [{ decision: 'void' }] });
    expect((await stateOf(id)).request).toBeUndefined();
    expect((await publish(id)).statusCode).toBe(409);
    await send(id);
    expect((await publish(id)).statusCode).toBe(409);
  });

  test('is void after a rebase', async () => {
    const id = await approved();
    const other = await sent('locales/en/common.json', (text) => `${text}\n`);
    await review(other);
    expect((await publish(other)).statusCode).toBe(200);
    expect((await publish(id)).statusCode).toBe(409);
    expect((await editor.call('POST', at(id, '/rebase'), {})).json()).toMatchObject({ state: 'rebased' });
    expect(await stateOf(id)).toMatchObject({ reviews: [{ decision: 'void' }] });
    expect((await publish(id)).statusCode).toBe(409);
  });

  test('is refused to whoever wrote in the change, by role and as one of several', async () => {
    const id = await sent();
    expect((await review(id, editor)).statusCode).toBe(403);
    await server.deps.db.insertInto('change_authors').values({ change_id: id, staff_id: reviewer.id }).execute();
    expect([(await review(id)).statusCode, codeOf(await review(id))]).toEqual([403, 'ownChange']);
    expect((await review(id, second)).statusCode).toBe(200);
    expect((await publish(id, editor)).statusCode).toBe(403);
  });

  test('names exact content: another hash, verdict or policy is refused', async () => {
    const id = await sent();
    const other = await stateOf(await sent());
    for (const named of [{ release: other.request?.release }, { verdict: other.request?.verdict }, { carryOver: 'pin' }])
      expect((await review(id, reviewer, 'approved', named)).statusCode).toBe(409);
    expect((await publish(id)).statusCode).toBe(409);
  });

  test('of one change publishes nothing else at the command line, and the approved files need no glass to be broken', async () => {
    const id = await approved();
    const { db, settings, product, alarms } = server.deps;
    const store = databaseStore({ db, settings: { ...settings, mode: 'production' }, product, registry, alarms });
    const sources = await server.deps.db.selectFrom('change_files').select(['path', 'text']).where('change_id', '=', id).execute();
    const files = shippedFiles().map((file) => ({ ...file, text: sources.find(({ path }) => path === file.path)?.text ?? file.text }));
    const other = files.map((file) => (file.path === words ? { ...file, text: file.text.replace('No signal', 'No bars') } : file));
    expect((await store.publish(await releaseOf(other), 'maria')).refused).toContain('has no approval');
    expect((await store.publish(await releaseOf(files), 'maria')).refused).toBeUndefined();
    expect((await editor.call('GET', at(id))).json()).toMatchObject({ state: 'published' });
  });

  test('is held by the database too', async () => {
    const { db } = server.deps;
    const id = await sent();
    const request = await db.selectFrom('change_requests').selectAll().where('change_id', '=', id).executeTakeFirstOrThrow();
    const row = { change_id: id, decision: 'approved' as const, carry_over: null, note: 'x', decided_at: new Date() };
    const exact = { release_hash: request.release_hash, verdict_hash: request.verdict_hash };
    const insert = (values: { staff_id: string; release_hash: string; verdict_hash: string }) =>
      db
        .insertInto('change_reviews')
        .values({ ...row, ...values })
        .execute();
    await expect(insert({ staff_id: editor.id, ...exact })).rejects.toThrow('an author does not approve their own change');
    await expect(insert({ staff_id: reviewer.id, ...exact, release_hash: 'f'.repeat(16) })).rejects.toThrow('exactly what was sent');
    const markPublished = () => db.updateTable('changes').set({ state: 'published' }).where('id', '=', id).execute();
    await expect(markPublished()).rejects.toThrow('this change is not approved');
    await insert({ staff_id: reviewer.id, ...exact });
    await db.updateTable('change_files').set({ text: '{}' }).where('change_id', '=', id).execute();
    await expect(markPublished()).rejects.toThrow('this change is not approved');
  });

  test('counts no longer when its author wrote in the change after it, or lost the role or the account', async () => {
    const { db } = server.deps;
    const id = await approved();
    await db.updateTable('staff').set({ disabled_at: new Date() }).where('id', '=', reviewer.id).execute();
    expect((await publish(id, second)).statusCode).toBe(409);
    await db.updateTable('staff').set({ disabled_at: null }).where('id', '=', reviewer.id).execute();
    await db.insertInto('change_authors').values({ change_id: id, staff_id: reviewer.id }).execute();
    expect((await publish(id, second)).statusCode).toBe(409);
  });

  test('of two changes over one release lets only one be published, also at the same moment', async () => {
    const [one, other] = [await approved(), await approved()];
    const codes = (await Promise.all([publish(one), publish(other, second)])).map(({ statusCode }) => statusCode);
    expect(codes.toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  test('and an edit at the same moment: what is published is what was approved', async () => {
    const id = await approved();
    const { request } = await stateOf(id);
    const [published] = await Promise.all([publish(id), edit(id).catch(() => undefined)]);
    const before = (await releaseOf(shippedFiles())).hash;
    expect(await active()).toBe(published.statusCode === 200 ? request?.release : before);
  });
});

describe('T13 the way back', () => {
  test('shows what it does first, goes to a release that was active, and needs no second approval', async () => {
    const first = await active();
    await publish(await approved());
    const url = `/api/staff/studio/releases/${first}/rollback`;
    const { from, rehearsal } = (await admin.call('GET', url)).json<{ from: string; rehearsal: object }>();
    expect([from, rehearsal]).toEqual([await active(), { held: 0, migrated: 0, askedAgain: 0, restarted: 0, pinned: 0, unmet: [] }]);
    const body = { from, reason: 'The words confuse people.' };
    expect((await editor.call('POST', url, body)).statusCode).toBe(403);
    expect((await admin.call('POST', url, { ...body, from: '0'.repeat(16) })).statusCode).toBe(409);
    expect((await admin.call('POST', url, body)).json()).toEqual({ state: 'rolledBack' });
    expect(server.releases.active().hash).toBe(first);
  });
});

test('T14 the history says who published what and why, with the difference, and the audit chain holds each act', async () => {
  const first = await active();
  const id = await approved();
  await publish(id);
  const { releases } = (await editor.call('GET', '/api/staff/studio/releases')).json<{ releases: object[] }>();
  expect(releases[0]).toMatchObject({
    hash: await active(),
    kind: 'publish',
    by: 'reviewer',
    isActive: true,
    authority: 'change',
    before: first,
    change: { id, title: 'Friendlier errors', approvedBy: ['reviewer'] },
  });
  const diff = await editor.call('GET', `/api/staff/studio/releases/${await active()}/diff?against=${first}`);
  expect(diff.json<{ changes: object[] }>().changes).toMatchObject([{ class: 'COPY', file: words }]);
  const { rows } = await sql<{
    action: string;
  }>`select action from audit_rows where subject in (${`change:${id}`}, ${`release:${await active()}`})
    order by id`.execute(server.deps.db);
  expect(rows.map(({ action }) => action)).toEqual(['change.begun', 'change.sent', 'change.approved', 'release.published']);
  expect(await verifyAudit(server.deps.db)).toMatchObject({ sound: true });
});
