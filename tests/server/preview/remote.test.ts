import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Preview, PreviewLink } from '../../../server/contract/staff/preview.ts';
import type { ProductChange } from '../../../server/contract/staff/studio.ts';
import { createApp } from '../../../server/platform/app.ts';
import type { App } from '../../../server/platform/http/types.ts';
import { ordersPath, RemotePreviews } from '../../../server/platform/preview/remote.ts';
import { root } from '../../support/root.ts';
import type { ProductApp } from '../support/product.ts';
import { type StaffMember, staffMember } from '../support/staff.ts';
import { startStudio } from '../support/studio.ts';

const secret = 'a-secret-that-only-nodes-know-0123456789';
let server: ProductApp;
/** Another node on the same database. */
let other: App;
let child: ChildProcess;
let port = 0;
let editor: StaffMember;
let change: ProductChange;

/** Starts the preview server as a separate process. */
async function startPreviewServer(): Promise<number> {
  const env = { HAKBANG_MODE: 'production', PORT: '0', LOG_LEVEL: 'error', DEMO_CUSTOMERS: 'false' };
  const own = { PREVIEW_SERVER: 'true', PREVIEW_URL: 'https://*.preview.example.com', PREVIEW_SECRET: secret };
  const dataDir = mkdtempSync(join(tmpdir(), 'preview-server-'));
  child = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, ...env, ...own },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return vi.waitUntil(() => Number(/localhost:(\d+)/.exec(output)?.[1] ?? 0), { timeout: 60_000, interval: 100 });
}

beforeAll(async () => {
  server = await startStudio();
  port = await startPreviewServer();
  const remote = { url: 'https://*.preview.example.com', ordersUrl: `http://127.0.0.1:${port}`, secret };
  const settings = { ...server.deps.settings, remotePreview: remote };
  const node = () => ({ ...server.deps, settings, previews: new RemotePreviews({ remote, log: server.deps.log }) });
  Object.assign(server.deps, { settings, previews: node().previews });
  other = await createApp(node());
  editor = await staffMember(server, 'editor');
  change = (await editor.call('POST', '/api/staff/studio/changes', { title: 'Another start' })).json<ProductChange>();
}, 300_000);
afterAll(async () => {
  child.kill('SIGTERM');
  await other.close();
  await server.close();
});

const preview = async (app: App, body: object = {}) =>
  (
    await app.inject({
      method: 'POST',
      url: `/api/staff/studio/changes/${change.id}/preview`,
      headers: { authorization: `Bearer ${editor.token}` },
      payload: body,
    })
  ).json<Preview>();
const ready = (app: App, body: object = {}) =>
  vi.waitUntil(
    async () => {
      const shown = await preview(app, body);
      return shown.state === 'ready' && shown;
    },
    { timeout: 200_000, interval: 500 },
  );

/** The response for a browser whose DNS resolves to the proxy in front of the preview server. */
const got = (address: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number; cookie: string; text: string }>((resolve, reject) => {
    const { host, pathname, search } = new URL(address);
    const sent = request({ host: '127.0.0.1', port, path: pathname + search, headers: { host, ...headers } }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      answer.on('end', () => {
        const cookie = (answer.headers['set-cookie'] ?? []).map((each) => each.split(';')[0]).join('; ');
        resolve({ status: answer.statusCode ?? 0, cookie, text });
      });
    });
    sent.on('error', reject).end();
  });

test('T03 all nodes send to one preview server, and a link that one made opens there by another', { timeout: 400_000 }, async () => {
  expect((await preview(server.app)).state).toBe('starting');
  const [one, two] = [await ready(server.app, { route: '/start' }), await ready(other, { route: '/start' })];
  const origins = [one, two].map(({ address = '' }) => new URL(address).origin);
  expect(origins[0]).toMatch(/^https:\/\/s[0-9a-f]{16}\.preview\.example\.com$/);
  expect(origins[1]).toBe(origins[0]);
  expect(new URL((await ready(other, { side: 'before' })).address ?? '').origin).not.toBe(origins[0]);
  const entered = await got(two.address ?? '');
  expect(entered.status).toBe(200);
  expect((await got(`${origins[0]}/start`, { cookie: entered.cookie })).text).toContain(`"release":"${two.release}"`);
  expect((await got(`${origins[0]}/start`)).status).toBe(403);

  const link = (await editor.call('POST', `/api/staff/studio/changes/${change.id}/links`, { route: '/start' })).json<PreviewLink>();
  const opened = await other.inject({ url: new URL(link.address ?? '').pathname });
  expect(opened.statusCode).toBe(303);
  const shared = await got(String(opened.headers['location']));
  expect((await got(`${origins[0]}/start`, { cookie: shared.cookie })).status).toBe(200);
  const ended = await other.inject({
    method: 'DELETE',
    url: `/api/staff/studio/changes/${change.id}/links/${link.id}`,
    headers: { authorization: `Bearer ${editor.token}` },
  });
  expect(ended.statusCode).toBe(200);
  expect((await got(`${origins[0]}/start`, { cookie: shared.cookie })).status).toBe(403);
});

test('T03 the studio may frame only the stages of the preview server', async () => {
  const page = await other.inject({ url: '/studio' });
  expect(String(page.headers['content-security-policy'])).toContain('frame-src https://*.preview.example.com');
});

test('T03 the preview server takes orders only of who knows its secret, and shows nothing at another host', async () => {
  const at = `http://127.0.0.1:${port}${ordersPath}`;
  for (const authorization of ['', 'Bearer ', `Bearer ${secret}x`, secret])
    expect((await fetch(at, { method: 'POST', headers: { authorization }, body: 'x' })).status).toBe(403);
  expect((await fetch(at)).status).toBe(403);
  expect((await got('https://sffffffffffffffff.preview.example.com/start')).status).toBe(404);
  expect((await got('https://orders.preview.example.com/')).status).toBe(404);
});
