import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Comment } from '../../../server/contract/staff/comments.ts';
import type { ReviewState } from '../../../server/contract/staff/publishing.ts';
import type { ProductChange } from '../../../server/contract/staff/studio.ts';
import type { ProductApp } from '../support/product.ts';
import { type StaffMember, staffMember } from '../support/staff.ts';
import { startStudio } from '../support/studio.ts';

const file = 'locales/en/errors.json';
let server: ProductApp;
let editor: StaffMember;
let reviewer: StaffMember;
let admin: StaffMember;
let id: string;

beforeAll(async () => {
  server = await startStudio();
  editor = await staffMember(server, 'editor');
  reviewer = await staffMember(server, 'reviewer');
  admin = await staffMember(server, 'admin');
}, 120_000);
afterAll(() => server.close());
beforeEach(async () => {
  id = (await editor.call('POST', '/api/staff/studio/changes', { title: 'Friendlier errors' })).json<ProductChange>().id;
});

const at = (more = '') => `/api/staff/studio/changes/${id}${more}`;
const say = (body: object, who = reviewer) => who.call('POST', at('/comments'), body);
const said = async (body: object, who = reviewer) => (await say(body, who)).json<{ id: string }>().id;
const listed = async (who = editor) => (await who.call('GET', at('/comments'))).json<{ comments: Comment[]; open: number }>();
const resolve = (comment: string, isResolved = true, who = editor) =>
  who.call('PUT', at(`/comments/${comment}/resolution`), { isResolved });
async function edit(replace: (text: string) => string) {
  const { text, hash } = (await editor.call('GET', at(`/file?path=${file}`))).json<{ text: string; hash: string }>();
  const saved = await editor.call('PUT', at('/file'), { path: file, basedOn: hash, text: replace(text) });
  expect(saved.json()).toMatchObject({ state: 'saved' });
}

test('T11 a comment stands at a place, is answered and resolved, and outlives edits of the file', async () => {
  const asked = await said({ text: ' Why so long? ', file, pointer: '/networkAbnormal' });
  await said({ text: 'It is shorter now.', answers: asked }, editor);
  await said({ text: 'A good change.' });
  await edit((text) => text.replace('{', '{\n'));
  const before = await listed();
  expect(before.open).toBe(2);
  expect(before.comments[0]).toMatchObject({
    file,
    pointer: '/networkAbnormal',
    text: 'Why so long?',
    who: 'reviewer',
    isResolved: false,
    replies: [{ text: 'It is shorter now.', who: 'editor' }],
  });
  expect(before.comments[1]).not.toHaveProperty('file');
  expect((await resolve(asked)).json()).toEqual({ state: 'resolved' });
  const after = await listed();
  expect(after.open).toBe(1);
  expect(after.comments.at(-1)).toMatchObject({ id: asked, isResolved: true, resolvedBy: 'editor' });
  expect((await resolve(asked, false, reviewer)).json()).toEqual({ state: 'open' });
  const { rows } = await sql<{ action: string; actor: string }>`
    select action, actor from audit_rows where subject = ${`change:${id}`} and action like 'change.comment%' order by id`.execute(
    server.deps.db,
  );
  expect(rows.map(({ action }) => action)).toEqual([
    'change.commented',
    'change.commented',
    'change.commented',
    'change.commentResolved',
    'change.commentReopened',
  ]);
});

test('T11 of two who resolve a comment at once, one is told that it was done', async () => {
  const comment = await said({ text: 'Is this right?' });
  const answers = await Promise.all([resolve(comment), resolve(comment, true, reviewer)]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([200, 409]);
  const again = await Promise.all([resolve(comment, false), resolve(comment, false, reviewer)]);
  expect(again.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([200, 409]);
});

test('T11 a comment does not void approvals', async () => {
  await edit((text) => text.replace(/No connection/, 'No signal'));
  expect((await editor.call('POST', at('/request'), {})).json()).toEqual({ state: 'sent' });
  const state = async () => (await reviewer.call('GET', at('/review'))).json<ReviewState>();
  const { request } = await state();
  const named = { release: request?.release, verdict: request?.verdict, carryOver: request?.carryOver };
  await reviewer.call('POST', at('/reviews'), { decision: 'approved', note: 'I have read it.', ...named });
  await said({ text: 'Well done.' }, editor);
  const comment = await said({ text: 'One more thought.', file, pointer: '/networkAbnormal' });
  await resolve(comment);
  expect((await state()).request).toMatchObject({ given: 1, isApproved: true, release: request?.release });
});

test('T11 who may not edit or review reads comments and writes none', async () => {
  const comment = await said({ text: 'Is this right?' });
  const underwriter = await staffMember(server, 'underwriter');
  expect((await admin.call('GET', at('/comments'))).statusCode).toBe(200);
  expect((await say({ text: 'Hello.' }, admin)).statusCode).toBe(403);
  expect((await resolve(comment, true, admin)).statusCode).toBe(403);
  expect((await underwriter.call('GET', at('/comments'))).statusCode).toBe(403);
});

test('T11 a comment is bounded, and names what exists', async () => {
  const comment = await said({ text: 'Is this right?' });
  const other = (await editor.call('POST', '/api/staff/studio/changes', { title: 'Another change' })).json<ProductChange>().id;
  for (const [body, status] of [
    [{ text: '' }, 400],
    [{ text: '   ' }, 400],
    [{ text: 'a'.repeat(2001) }, 400],
    [{ text: 'x', file: '../secret.json' }, 400],
    [{ text: 'x', file, pointer: 'noPointer' }, 400],
    [{ text: 'x', pointer: '/a' }, 400],
    [{ text: 'x', answers: 'nothing' }, 404],
    [{ text: 'x', answers: comment, file }, 400],
  ] as const)
    expect({ body, status: (await say(body)).statusCode }).toEqual({ body, status });
  const answer = await said({ text: 'Yes.', answers: comment });
  expect((await say({ text: 'x', answers: answer })).statusCode).toBe(404);
  expect((await resolve(answer)).statusCode).toBe(404);
  const elsewhere = `/api/staff/studio/changes/${other}/comments`;
  expect((await reviewer.call('POST', elsewhere, { text: 'x', answers: comment })).statusCode).toBe(404);
  expect((await reviewer.call('PUT', `${elsewhere}/${comment}/resolution`, { isResolved: true })).statusCode).toBe(404);
});

test('T11 a change has at most 500 comments, and a closed one gets none', async () => {
  const { id: staff } = await server.deps.db.selectFrom('staff').select('id').where('name', '=', 'reviewer').executeTakeFirstOrThrow();
  await sql`insert into change_comments (id, change_id, text, written_by, written_at)
    select 'c' || number, ${id}, 'x', ${staff}, now() from generate_series(1, 499) number`.execute(server.deps.db);
  const answers = await Promise.all([say({ text: 'one' }), say({ text: 'other' })]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([200, 409]);
  await editor.call('POST', at('/abandonment'));
  expect((await say({ text: 'Too late.' })).statusCode).toBe(409);
});

test('T11 the screens that a change touches are those whose words, forms or blocks differ', async () => {
  const touched = async () => (await reviewer.call('GET', at('/screens'))).json<object>();
  expect(await touched()).toEqual({ isSound: true, isEverywhere: false, screens: [], flows: [] });
  const path = 'locales/en/screens/start.json';
  const { text, hash } = (await editor.call('GET', at(`/file?path=${path}`))).json<{ text: string; hash: string }>();
  await editor.call('PUT', at('/file'), { path, basedOn: hash, text: text.replace('"title": "', '"title": "New! ') });
  expect(await touched()).toMatchObject({
    isEverywhere: false,
    screens: [
      {
        id: 'start',
        title: expect.stringContaining('New! ') as string,
        is: 'changed',
        route: '/start',
        file: 'flows/screens/start.screen.json',
      },
    ],
    flows: [],
  });
  const form = 'schemas/forms/work.schema.json';
  const schema = (await editor.call('GET', at(`/file?path=${form}`))).json<{ text: string; hash: string }>();
  const changed = schema.text.replace(/"maxLength": (\d+)/, (_all, most: string) => `"maxLength": ${Number(most) + 1}`);
  expect(changed).not.toBe(schema.text);
  await editor.call('PUT', at('/file'), { path: form, basedOn: schema.hash, text: changed });
  const after = (await reviewer.call('GET', at('/screens'))).json<{
    screens: { id: string }[];
    flows: { flow: string; begun: number }[];
  }>();
  expect(after.screens).toContainEqual(expect.objectContaining({ id: 'workInfo', at: { flow: 'onboarding', step: 'work' } }));
  expect(after.flows).toContainEqual({ flow: 'onboarding', begun: 0 });
});
