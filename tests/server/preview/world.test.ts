import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Preview } from '../../../server/contract/staff/preview.ts';
import type { ProductChange } from '../../../server/contract/staff/studio.ts';
import { Previews } from '../../../server/platform/preview/previews.ts';
import type { ProductApp } from '../support/product.ts';
import { type StaffMember, staffMember } from '../support/staff.ts';
import { startStudio } from '../support/studio.ts';

const path = 'locales/en/screens/start.json';
let server: ProductApp;
let editor: StaffMember;
let change: ProductChange;

beforeAll(async () => {
  server = await startStudio();
  const settings = { ...server.deps.settings, previewPeople: false };
  server.deps.previews = new Previews({ settings, log: server.deps.log });
  editor = await staffMember(server, 'editor');
  change = (await editor.call('POST', '/api/staff/studio/changes', { title: 'Another start' })).json<ProductChange>();
}, 300_000);
afterAll(() => server.close());

const preview = async (body: object = {}, id = change.id) =>
  (await editor.call('POST', `/api/staff/studio/changes/${id}/preview`, body)).json<Preview>();
const ready = (body: object = {}) =>
  vi.waitUntil(
    async () => {
      const shown = await preview(body);
      return shown.state === 'ready' && shown;
    },
    { timeout: 200_000, interval: 500 },
  );

/** The page that a browser gets when it opens the address and continues to a route. */
async function page({ address = '' }: Preview, route = '/start'): Promise<string> {
  const entered = await fetch(address);
  expect(entered.status).toBe(200);
  const cookie = entered.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  return (await fetch(new URL(route, address), { headers: { cookie } })).text();
}

async function edit(from: string, to: string): Promise<void> {
  const at = `/api/staff/studio/changes/${change.id}/file`;
  const { text, hash } = (await editor.call('GET', `${at}?path=${path}`)).json<{ text: string; hash: string }>();
  expect(text).toContain(from);
  expect((await editor.call('PUT', at, { path, basedOn: hash, text: text.replace(from, to) })).statusCode).toBe(200);
}

test(
  'T03 the world starts with the first preview and follows the change, as long as that has no errors',
  { timeout: 400_000 },
  async () => {
    expect((await preview()).state).toBe('starting');
    const first = await ready({ route: '/start' });
    expect(first.screens).toContainEqual({ id: 'start', route: '/start', title: 'Welcome' });
    expect(first.languages.map(({ code }) => code)).toEqual(['en', 'hi', 'fil']);
    expect(await page(first)).toContain(`"release":"${first.release}"`);
    expect(await (await fetch(new URL('/start', first.address))).text()).toContain('This preview has ended');
    await edit('"title": "', '"title": "New! ');
    const second = await ready();
    expect(second.release).not.toBe(first.release);
    expect(await page(second)).toContain('New! ');
    expect(await page(await ready({ side: 'before' }))).not.toContain('New! ');
    await edit('"title": ', '"titel": ');
    const behind = await preview();
    expect(behind).toMatchObject({ state: 'ready', isBehind: true, release: second.release });
    expect(behind.errors).toBeGreaterThan(0);
    expect(await page(behind)).toContain('New! ');
    await edit('"titel": ', '"title": ');
    expect(await preview()).toMatchObject({ isBehind: false, errors: 0, release: second.release });
  },
);

test('T03 who reads no changes sees no preview, and a route to another site is refused', async () => {
  const underwriter = await staffMember(server, 'underwriter');
  const at = `/api/staff/studio/changes/${change.id}/preview`;
  expect((await underwriter.call('POST', at, {})).statusCode).toBe(403);
  for (const route of ['//evil.example', 'https://evil.example', 'javascript:alert(1)', '/a\\b', `/${'a'.repeat(400)}`])
    expect({ route, status: (await editor.call('POST', at, { route })).statusCode }).toEqual({ route, status: 400 });
});

test('T03 without a preview on this server, and for other applications, it says so', async () => {
  const desk = (
    await editor.call('POST', '/api/staff/studio/changes', { title: 'At the desk', application: 'desk' })
  ).json<ProductChange>();
  expect((await preview({}, desk.id)).state).toBe('unavailable');
});

test('T03 the world has its own folder, knows none of our keys, and leaves nothing behind', async () => {
  const folder = join(server.deps.settings.dataDir, 'preview');
  expect(existsSync(join(folder, 'master.key'))).toBe(true);
  await server.deps.previews?.stop();
  expect(existsSync(folder)).toBe(false);
  expect((await preview()).state).toBe('starting');
});
