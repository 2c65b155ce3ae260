import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSources } from '../../../engine/cli/sources.ts';
import { compile } from '../../../engine/compiler/index.ts';
import type { ProductChange } from '../../../server/contract/staff/studio.ts';
import { registry } from '../../../server/registry.ts';
import { edited, type ProductApp, shippedFiles } from '../support/product.ts';
import { type StaffMember, staffMember } from '../support/staff.ts';
import { startStudio } from '../support/studio.ts';

let server: ProductApp;
let editor: StaffMember;
let colleague: StaffMember;
let translator: StaffMember;
let reviewer: StaffMember;
const path = 'locales/en/errors.json';

beforeAll(async () => {
  server = await startStudio();
  editor = await staffMember(server, 'editor');
  colleague = await staffMember(server, 'editor', 'colleague');
  translator = await staffMember(server, 'translator');
  reviewer = await staffMember(server, 'reviewer');
});
afterAll(() => server.close());

const begin = async (title = 'Friendlier errors', who = editor): Promise<ProductChange> =>
  (await who.call('POST', '/api/staff/studio/changes', { title })).json<ProductChange>();
const open = async (id: string, who = editor, file = path) =>
  (await who.call('GET', `/api/staff/studio/changes/${id}/file?path=${file}`)).json<{
    text: string;
    hash: string;
    mayEdit: boolean;
    editors: string[];
  }>();
const save = async (id: string, body: object, who = editor) => who.call('PUT', `/api/staff/studio/changes/${id}/file`, { path, ...body });
const problems = async (id: string) =>
  (await editor.call('GET', `/api/staff/studio/changes/${id}/problems`)).json<{
    problems: { code: string; file: string; severity: string }[];
  }>();

test('T01 a change starts as a copy of the active release and keeps its own edits', async () => {
  const { id, files, isStale } = await begin();
  expect({ files, isStale }).toEqual({ files: 0, isStale: false });
  const { text, hash } = await open(id);
  expect(text).toBe(readSources('.').find((file) => file.path === path)?.text);
  const saved = await save(id, { basedOn: hash, text: text.replace('No connection', 'No signal') });
  expect(saved.json()).toMatchObject({ state: 'saved', conflicts: [] });
  expect((await open(id)).text).toContain('No signal');
  expect((await open((await begin()).id)).text).not.toContain('No signal');
});

test('T02 the problems of a change are those of the command line, byte for byte', async () => {
  const { id } = await begin();
  const { text, hash } = await open(id);
  const broken = text.replace('"networkAbnormal"', '"networkAbnormall"');
  await save(id, { basedOn: hash, text: broken });
  const files = readSources('.').map((file) => (file.path === path ? { path, text: broken } : file));
  const { diagnostics } = await compile(files, registry);
  expect(diagnostics.some(({ severity }) => severity === 'error')).toBe(true);
  expect((await problems(id)).problems).toEqual(JSON.parse(JSON.stringify(diagnostics)));
});

test('T02 a sound change has no errors, and says what it does', async () => {
  const { id } = await begin();
  const { text, hash } = await open(id);
  await save(id, { basedOn: hash, text: text.replace('No connection', 'No signal') });
  expect((await problems(id)).problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  const meaning = (await editor.call('GET', `/api/staff/studio/changes/${id}/meaning`)).json<{ changes: object[] }>();
  expect(meaning.changes).toMatchObject([{ class: 'COPY', file: path }]);
});

const edit = async (id: string, from: string, to: string, who = editor) => {
  const { text, hash } = await open(id, who);
  return save(id, { basedOn: hash, text: text.replace(from, to) }, who);
};

test('T01 two people edit two places of one file, and both edits stay', async () => {
  const { id } = await begin();
  const { text, hash } = await open(id);
  await edit(id, 'No connection', 'No signal', colleague);
  const mine = text.replace('a bit too often', 'too often');
  const merged = await save(id, { basedOn: hash, text: mine });
  expect(merged.json()).toMatchObject({ state: 'merged', text: mine.replace('No connection', 'No signal'), conflicts: [] });
  expect((await open(id)).text).toBe(mine.replace('No connection', 'No signal'));
});

test('T01 edits of one place collide: nothing is stored until somebody decides', async () => {
  const { id } = await begin();
  const { text, hash } = await open(id);
  await edit(id, 'No connection', 'No signal', colleague);
  const mine = text.replace('No connection', 'No network').replace('a bit too often', 'too often');
  const collided = (await save(id, { basedOn: hash, text: mine })).json<{ state: string; hash: string; conflicts: object[] }>();
  expect(collided).toMatchObject({
    state: 'conflict',
    conflicts: [
      {
        path,
        at: 'value',
        pointer: '/networkAbnormal',
        mine: expect.stringMatching(/^No network/),
        theirs: expect.stringMatching(/^No signal/),
      },
    ],
  });
  expect((await open(id)).text).not.toContain('No network');
  const settle = { onto: collided.hash, keep: ['theirs'] };
  expect((await save(id, { basedOn: hash, text: mine, settle })).json()).toMatchObject({ state: 'merged', conflicts: [] });
  expect((await open(id)).text).toBe(mine.replace('No network', 'No signal'));
});

test('T01 a decision about conflicts that are others now stores nothing', async () => {
  const { id } = await begin();
  const { text, hash } = await open(id);
  await edit(id, 'No connection', 'No signal', colleague);
  const mine = text.replace('No connection', 'No network');
  const { hash: onto } = (await save(id, { basedOn: hash, text: mine })).json<{ hash: string }>();
  await edit(id, 'No signal', 'No bars', colleague);
  const again = await save(id, { basedOn: hash, text: mine, settle: { onto, keep: ['mine'] } });
  expect(again.json()).toMatchObject({ state: 'conflict', conflicts: [{ theirs: expect.stringMatching(/^No bars/) }] });
  expect((await save(id, { basedOn: 'f'.repeat(32), text })).statusCode).toBe(409);
});

test('T01 a change follows a release that others have published, edits and all', async () => {
  const { id } = await begin();
  await edit(id, 'No connection', 'No signal');
  const published = edited<Record<string, string>>(shippedFiles(), path, (words) => {
    words['networkAbnormal'] = 'Nothing reaches us.';
    words['tooFrequent'] = 'Slow down, please.';
  });
  await server.publish(published);
  expect((await editor.call('GET', `/api/staff/studio/changes/${id}`)).json()).toMatchObject({ isStale: true });
  const rebase = async (body: object) =>
    (await editor.call('POST', `/api/staff/studio/changes/${id}/rebase`, body)).json<{ onto: string }>();
  const collided = await rebase({});
  expect(collided).toMatchObject({ state: 'conflict', conflicts: [{ path, pointer: '/networkAbnormal' }] });
  expect(await rebase({ settle: { onto: collided.onto, keep: ['mine'] } })).toMatchObject({ state: 'rebased' });
  const { text } = await open(id);
  expect(text).toContain('No signal');
  expect(text).toContain('Slow down, please.');
  expect((await editor.call('GET', `/api/staff/studio/changes/${id}`)).json()).toMatchObject({ isStale: false, files: 1 });
  await server.publish(shippedFiles());
});

test('T01 who opened a file before somebody moved the change onto another release still saves it, or sees what collides', async () => {
  const { id } = await begin();
  const [ann, other] = [await open(id, editor), await open(id, colleague)];
  await server.publish(
    edited<Record<string, string>>(shippedFiles(), path, (words) => {
      words['tooFrequent'] = 'Slow down, please.';
    }),
  );
  expect((await colleague.call('POST', `/api/staff/studio/changes/${id}/rebase`, {})).json()).toMatchObject({ state: 'rebased' });
  const saved = await save(id, { basedOn: ann.hash, text: ann.text.replace('No connection', 'No signal') });
  expect(saved.json()).toMatchObject({ state: 'merged', conflicts: [] });
  expect((await open(id)).text).toMatch(/No signal[^]*Slow down, please\./);
  const collides = await save(id, { basedOn: other.hash, text: other.text.replace('No connection', 'No network') }, colleague);
  expect(collides.json()).toMatchObject({ state: 'conflict', conflicts: [{ pointer: '/networkAbnormal' }] });
  await server.publish(shippedFiles());
});

test('T01 keeps the last saves of a file, also when the change moves to other releases', async () => {
  const { id } = await begin();
  const { hash } = await open(id);
  const rows = Array.from({ length: 200 }, (_, index) => ({
    change_id: id,
    path,
    hash: `save ${index}`,
    text: '{}',
    saved_by: editor.id,
    saved_at: new Date(index),
  }));
  await server.deps.db.insertInto('change_saves').values(rows).execute();
  await server.publish(edited<Record<string, string>>(shippedFiles(), path, (words) => void (words['tooFrequent'] = 'Slow down.')));
  expect((await editor.call('POST', `/api/staff/studio/changes/${id}/rebase`, {})).json()).toMatchObject({ state: 'rebased' });
  const kept = await server.deps.db
    .selectFrom('change_saves')
    .select('hash')
    .where('change_id', '=', id)
    .where('path', '=', path)
    .execute();
  expect(kept.map((row) => row.hash)).toEqual(expect.arrayContaining([hash, 'save 1', 'save 199']));
  expect(kept).toHaveLength(200);
  await server.publish(shippedFiles());
});

test('T01 others see who has a file open, until the lease ends', async () => {
  const { id } = await begin();
  await open(id, colleague);
  expect((await open(id)).editors).toEqual(['colleague']);
  server.clock.advance(91);
  expect((await open(id)).editors).toEqual([]);
});

test('T01 a file that exists nowhere gets no lease', async () => {
  const { id } = await begin();
  const leases = async () =>
    (await server.deps.db.selectFrom('change_leases').select('path').where('change_id', '=', id).execute()).map((lease) => lease.path);
  const { hash } = await open(id, editor, 'locales/en/new.md');
  expect(await leases()).toEqual([]);
  await save(id, { path: 'locales/en/new.md', basedOn: hash, text: 'New' });
  await open(id, editor, 'locales/en/new.md');
  await open(id);
  expect((await leases()).toSorted()).toEqual([path, 'locales/en/new.md'].toSorted());
});

test('T01 files that a change added and reverted count, because their saves stay', async () => {
  const { id } = await begin();
  const { hash } = await open(id, editor, 'locales/en/new.md');
  const rows = Array.from({ length: 499 }, (_, index) => ({
    change_id: id,
    path: `locales/en/reverted${index}.md`,
    hash,
    text: null,
    saved_by: editor.id,
    saved_at: server.clock.now(),
  }));
  await server.deps.db.insertInto('change_saves').values(rows).execute();
  const add = (file: string) => save(id, { path: file, basedOn: hash, text: 'New' });
  expect((await add('locales/en/new.md')).statusCode).toBe(200);
  expect((await add('locales/en/another.md')).json()).toMatchObject({ code: 'filesFull', params: { most: 500 } });
  expect((await add('locales/en/reverted1.md')).statusCode).toBe(200);
  expect((await edit(id, 'No connection', 'No signal')).statusCode).toBe(200);
});

test('T16 a translator edits words only, and a reviewer nothing', async () => {
  const { id } = await begin();
  const file = 'flows/errors.json';
  const { text, hash, mayEdit } = await open(id, translator, file);
  expect(mayEdit).toBe(false);
  const refused = await save(id, { path: file, basedOn: hash, text: `${text} ` }, translator);
  expect(refused.json()).toMatchObject({ status: 403, code: 'otherFolders', params: { folders: 'locales/' } });
  const words = await open(id, translator);
  expect((await save(id, { basedOn: words.hash, text: `${words.text}\n` }, translator)).statusCode).toBe(200);
  expect((await save(id, { basedOn: words.hash, text: '{}' }, reviewer)).statusCode).toBe(403);
});

test('T01 a change that is put away takes no edits until it is taken back', async () => {
  const { id } = await begin();
  const { text, hash } = await open(id);
  expect((await editor.call('POST', `/api/staff/studio/changes/${id}/abandonment`)).json()).toMatchObject({ state: 'abandoned' });
  expect((await save(id, { basedOn: hash, text: `${text}\n` })).statusCode).toBe(409);
  await editor.call('DELETE', `/api/staff/studio/changes/${id}/abandonment`);
  expect((await save(id, { basedOn: hash, text: `${text}\n` })).statusCode).toBe(200);
});

test('T01 a copy of a change has its edits, and goes its own way', async () => {
  const { id } = await begin();
  const { text, hash } = await open(id);
  await save(id, { basedOn: hash, text: text.replace('No connection', 'No signal') });
  const copy = (await editor.call('POST', '/api/staff/studio/changes', { title: 'The same again', from: id })).json<ProductChange>();
  expect((await open(copy.id)).text).toContain('No signal');
  await save(copy.id, { basedOn: (await open(copy.id)).hash, text });
  expect((await open(id)).text).toContain('No signal');
});

test('T12 whoever wrote a file is also an author of its copy, so they cannot approve it there', async () => {
  const { id } = await begin();
  const { text, hash } = await open(id);
  await save(id, { basedOn: hash, text: text.replace('No connection', 'No signal') });
  const copy = await colleague.call('POST', '/api/staff/studio/changes', { title: 'By somebody else', from: id });
  expect(copy.json<ProductChange>().authors.toSorted()).toEqual([colleague.name, editor.name].toSorted());
});

test('T01 no change is taken back while as many are open as there may be', async () => {
  const { id } = await begin();
  await editor.call('POST', `/api/staff/studio/changes/${id}/abandonment`);
  const full = 'a change too many';
  await sql`
    insert into changes (id, application, title, base_hash, state, created_by, created_at, updated_at)
    select gen_random_uuid(), application, ${full}, base_hash, 'open', created_by, created_at, updated_at
    from changes, generate_series(1, 200) where id = ${id}`.execute(server.deps.db);
  const refused = await editor.call('DELETE', `/api/staff/studio/changes/${id}/abandonment`);
  expect(refused.json()).toMatchObject({ code: 'changesFull', params: { most: 200 } });
  await server.deps.db.deleteFrom('changes').where('title', '=', full).execute();
  expect((await editor.call('DELETE', `/api/staff/studio/changes/${id}/abandonment`)).json()).toMatchObject({ state: 'open' });
});

test('a path outside the configuration is refused', async () => {
  const { id } = await begin();
  for (const wrong of ['../package.json', 'server/main.ts', 'schemas/meta/form.schema.json', 'flows/../../x.json', 'flows/.hidden.json'])
    expect([
      wrong,
      (await editor.call('GET', `/api/staff/studio/changes/${id}/file?path=${encodeURIComponent(wrong)}`)).statusCode,
    ]).toEqual([wrong, 400]);
});

test('the list goes on where a page ends, and its first page has an empty cursor', async () => {
  for (let count = 0; count < 51; count += 1) await begin(`One of many ${count}`);
  const list = async (before: string) =>
    (await editor.call('GET', `/api/staff/studio/changes?before=${encodeURIComponent(before)}`)).json<{
      changes: ProductChange[];
      next?: string;
    }>();
  const first = await list('');
  expect(first.changes).toHaveLength(50);
  const second = await list(first.next ?? '');
  const known = new Set(first.changes.map(({ id }) => id));
  expect(second.changes.length).toBeGreaterThan(0);
  expect(second.changes.filter(({ id }) => known.has(id))).toEqual([]);
});

test('refuses a cursor that is none of ours', async () => {
  for (const before of [
    'x',
    'x|y',
    '-200000-01-01|x',
    '-200000-01-01T00:00:00.000Z|x',
    '0000-01-01T00:00:00.000Z|x',
    '2026-02-30T00:00:00.000Z|x',
  ])
    expect([before, (await editor.call('GET', `/api/staff/studio/changes?before=${encodeURIComponent(before)}`)).statusCode]).toEqual([
      before,
      400,
    ]);
});

test('T06 an editor reads the texts of all files at once, and which of them the role may edit', async () => {
  const { id } = await begin();
  const { text, hash } = await open(id);
  await save(id, { basedOn: hash, text: text.replace('No connection', 'No signal') });
  const textsFor = async (who: StaffMember) => {
    const { files } = (await who.call('GET', `/api/staff/studio/changes/${id}/texts`)).json<{
      files: { path: string; text: string; hash: string; mayEdit: boolean }[];
    }>();
    return new Map(files.map((file) => [file.path, file]));
  };
  const texts = await textsFor(editor);
  expect(texts.get(path)).toEqual({ path, text: (await open(id)).text, hash: (await open(id)).hash, mayEdit: true });
  expect([...texts.keys()]).toEqual(readSources('.').map((file) => file.path));
  const others = await textsFor(translator);
  expect([others.get(path)?.mayEdit, others.get('flows/onboarding.flow.json')?.mayEdit]).toEqual([true, false]);
});

test('T01 the list of changes names the application of the last change that somebody has begun', async () => {
  const lastOf = async (who: typeof editor) =>
    (await who.call('GET', '/api/staff/studio/changes')).json<{ lastApplication?: string }>().lastApplication;
  const newcomer = await staffMember(server, 'editor', 'newcomer');
  expect(await lastOf(newcomer)).toBeUndefined();
  await begin('Something for borrowers', newcomer);
  expect(await lastOf(newcomer)).toBe('main');
});
