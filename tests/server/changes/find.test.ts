import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FoundPart, ProductChange } from '../../../server/contract/staff/studio.ts';
import { edited, type ProductApp } from '../support/product.ts';
import { type StaffMember, staffMember } from '../support/staff.ts';
import { startStudio } from '../support/studio.ts';

let server: ProductApp;
let editor: StaffMember;
let change: string;

beforeAll(async () => {
  server = await startStudio();
  editor = await staffMember(server, 'editor');
  change = (await editor.call('POST', '/api/staff/studio/changes', { title: 'Find things' })).json<ProductChange>().id;
});
afterAll(() => server.close());

const find = async (text: string) =>
  (await editor.call('GET', `/api/staff/studio/changes/${change}/found?text=${encodeURIComponent(text)}`)).json<{
    found: FoundPart[];
    more: boolean;
  }>();

test('T05 words seen on a page lead to the field, its place and what reads it', async () => {
  const { found } = await find('Monthly income');
  expect(found[0]).toMatchObject({
    kind: 'field',
    id: 'work.income',
    name: 'Monthly income',
    file: 'schemas/forms/work.schema.json',
    pointer: '/properties/income',
  });
  expect(found[0]?.usedIn).toContain('underwriting.decisions.json');
  const words = found.find(({ kind, id }) => kind === 'words' && id === 'forms.work.income.label');
  expect(words?.usedIn).toContain('workInfo');
});

test('T05 a name leads to a screen with what leads there, to a step and to a list with the fields that offer it', async () => {
  const screens = (await find('confirmWork')).found;
  expect(screens[0]).toMatchObject({ kind: 'screen', id: 'confirmWork' });
  expect(screens[0]?.usedIn).toContain('renewal.flow.json');
  expect((await find('onboarding.work')).found[0]).toMatchObject({ kind: 'step', name: 'Work and income' });
  const list = (await find('jobType')).found.find(({ kind }) => kind === 'list');
  expect(list?.usedIn).toEqual(['work.schema.json']);
});

test('T05 what a change has just added is found, also while the change has errors', async () => {
  const path = 'schemas/forms/work.schema.json';
  const { text, hash } = (await editor.call('GET', `/api/staff/studio/changes/${change}/file?path=${path}`)).json<{
    text: string;
    hash: string;
  }>();
  const withField = edited([{ path, text }], path, (form: { properties: object }) => {
    Object.assign(form.properties, { officeFax: { type: 'string', maxLength: 20 } });
  })[0]?.text;
  await editor.call('PUT', `/api/staff/studio/changes/${change}/file`, { path, basedOn: hash, text: withField });
  expect((await find('officeFax')).found[0]).toMatchObject({ kind: 'field', id: 'work.officeFax', name: '', uses: 0 });
});

test('T05 a short text says that there is more, and nothing is found for nonsense', async () => {
  const short = await find('in');
  expect(short.more).toBe(true);
  expect(short.found.length).toBeLessThanOrEqual(60);
  expect(await find('zzzzqqq')).toEqual({ found: [], more: false });
  expect((await editor.call('GET', `/api/staff/studio/changes/${change}/found?text=a`)).statusCode).toBe(400);
});
