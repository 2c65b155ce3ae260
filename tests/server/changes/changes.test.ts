import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSources } from '../../../engine/cli/sources.ts';
import { compile } from '../../../engine/compiler/index.ts';
import type { ProductChange } from '../../../server/contract/staff/studio.ts';
import { registry } from '../../../server/registry.ts';
import type { ProductApp } from '../support/product.ts';
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
    problems: { code: string; file: string }[];
    release?: string;
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

test('T02 a sound change names the release that it makes, and says what it does', async () => {
  const { id } = await begin();
  const { text, hash } = await open(id);
  await save(id, { basedOn: hash, text: text.replace('No connection', 'No signal') });
  expect((await problems(id)).release).toMatch(/^[0-9a-f]{16}$/);
  const meaning = (await editor.call('GET', `/api/staff/studio/changes/${id}/meaning`)).json<{ changes: object[] }>();
  expect(meaning.changes).toMatchObject([{ class: 'COPY', file: path }]);
});

test('T01 a stale save whose place nobody else touched loses nothing, and one that collides stores nothing', async () => {
  const { id } = await begin();
  const { text, hash } = await open(id);
  await save(id, { basedOn: hash, text: text.replace('No connection', 'No signal') }, colleague);
  const collided = await save(id, { basedOn: hash, text: text.replace('No connection', 'No network') });
  expect(collided.json()).toMatchObject({ state: 'conflict' });
  expect((await open(id)).text).toContain('No signal');
  expect((await save(id, { basedOn: 'f'.repeat(32), text })).statusCode).toBe(409);
});

test('T01 others see who has a file open, until the lease ends', async () => {
  const { id } = await begin();
  await open(id, colleague);
  expect((await open(id)).editors).toEqual(['colleague']);
  server.clock.advance(91);
  expect((await open(id)).editors).toEqual([]);
});

test('T16 a translator edits words only, and a reviewer nothing', async () => {
  const { id } = await begin();
  const file = 'flows/errors.json';
  const { text, hash, mayEdit } = await open(id, translator, file);
  expect(mayEdit).toBe(false);
  const refused = await save(id, { path: file, basedOn: hash, text: `${text} ` }, translator);
  expect([refused.statusCode, refused.json<{ detail: string }>().detail]).toEqual([403, 'Your role edits only locales/.']);
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

test('a path outside the configuration is refused', async () => {
  const { id } = await begin();
  for (const wrong of ['../package.json', 'server/main.ts', 'schemas/meta/form.schema.json', 'flows/../../x.json', 'flows/.hidden.json'])
    expect([
      wrong,
      (await editor.call('GET', `/api/staff/studio/changes/${id}/file?path=${encodeURIComponent(wrong)}`)).statusCode,
    ]).toEqual([wrong, 400]);
});
