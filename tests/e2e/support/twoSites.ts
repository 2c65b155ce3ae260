import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Page } from '@playwright/test';
import { build } from 'vite';
import { selfSignedCertificate } from '../../../server/platform/lan/certificate.ts';
import { root } from '../../support/root.ts';
import { claimProject } from './claim.ts';
import { type RunningServer, startServer } from './server.ts';

export const hosts = { partner: 'partner.example', claims: 'claims.example', stranger: 'stranger.example' } as const;
type Site = keyof typeof hosts;

/** Makes Chromium resolve the hosts to this machine. */
export const resolverRules = `--host-resolver-rules=${Object.values(hosts)
  .map((host) => `MAP ${host} 127.0.0.1`)
  .join(', ')}`;

export interface TwoSites {
  server: RunningServer;
  origin: (site: Site) => string;
  stop: () => Promise<void>;
}

/**
 * The claim at claims.example, which partner.example may embed, and the pages of partner.example and stranger.example. All over HTTPS on one
 * port, with a self-signed certificate.
 *
 * @param pages HTML of the pages of the other sites by path
 */
export async function startTwoSites(pages: (origin: TwoSites['origin']) => Record<string, string>): Promise<TwoSites> {
  const script = await reactPage();
  const running: { server?: RunningServer } = {};
  const origin = (site: Site) => `https://${hosts[site]}:${port}`;
  const sites = createServer(selfSignedCertificate(Object.values(hosts), new Date()), (request, response) => {
    if (!request.headers.host?.startsWith(hosts.claims))
      pageOfSite({ ...pages(origin), '/partner.js': script }, origin('claims'), request, response);
    else if (request.url?.startsWith('/probe')) probe(request, response);
    else forward(running.server?.url ?? '', request, response);
  });
  await new Promise<void>((listening) => sites.listen(0, '127.0.0.1', listening));
  const address = sites.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const configuration = allowing(origin('partner'));
  const server = await startServer({
    change: () => {},
    env: { HAKBANG_MODE: 'demo', HAKBANG_PROJECT: claimProject, CONFIG_DIR: configuration, PUBLIC_URL: origin('claims') },
  });
  running.server = server;
  const stop = async () => {
    sites.closeAllConnections();
    sites.close();
    await server.stop();
    rmSync(configuration, { recursive: true, force: true });
  };
  return { server, origin, stop };
}

/** The product's configuration with one origin that may embed the claim, and a screen outside any flow that home links to. */
function allowing(origin: string): string {
  const dir = mkdtempSync(join(tmpdir(), 'hakbang-embed-'));
  for (const folder of ['schemas', 'flows', 'locales']) cpSync(join(claimProject, folder), join(dir, folder), { recursive: true });
  const write = (path: string, value: object) => writeFileSync(join(dir, path), JSON.stringify(value));
  const edit = <Value extends object>(path: string, change: (value: Value) => Value) =>
    write(path, change(JSON.parse(readFileSync(join(dir, path), 'utf8')) as Value));
  edit('flows/settings.json', (settings) => ({ ...settings, embed: { flows: ['claim'], origins: [origin] } }));
  const heading = { block: 'heading', level: 1, text: { key: 'title' } };
  write('flows/screens/policies.screen.json', {
    $schema: '../../schemas/meta/screen.schema.json',
    id: 'policies',
    route: '/policies',
    blocks: [heading],
  });
  const title = 'All your policies';
  for (const language of ['en', 'fil']) {
    write(`locales/${language}/screens/policies.json`, { $schema: '../../../schemas/meta/locale.schema.json', title });
    edit(`locales/${language}/screens/home.json`, (words) => ({ ...words, policies: title }));
  }
  const link = { block: 'button', text: { key: 'policies' }, do: { go: '/policies' } };
  edit<{ blocks: object[] }>('flows/screens/home.screen.json', (home) => ({ ...home, blocks: [...home.blocks, link] }));
  return dir;
}

function forward(url: string, request: IncomingMessage, response: ServerResponse): void {
  const onward = send(`${url}${request.url}`, { method: request.method, headers: request.headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    answer.pipe(response);
  });
  onward.on('error', () => response.destroy());
  request.pipe(onward);
}

/** Sets a cookie with and one without a partition, and shows which of them come back. */
function probe(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('content-type', 'text/html');
  if (request.url === '/probe/cookies') return void response.end(`cookies: ${request.headers.cookie ?? ''}`);
  const options = 'Secure; HttpOnly; SameSite=None; Path=/probe';
  response.setHeader('set-cookie', [`plain=1; ${options}`, `partitioned=1; ${options}; Partitioned`]);
  response.end('<script>location.replace("/probe/cookies")</script>');
}

/** Serves a page with a strict CSP, as a careful partner would. */
function pageOfSite(pages: Record<string, string>, claims: string, request: IncomingMessage, response: ServerResponse): void {
  const path = new URL(request.url ?? '/', 'https://any.example').pathname;
  const body = Object.hasOwn(pages, path) ? pages[path] : undefined;
  response.writeHead(body === undefined ? 404 : 200, {
    'content-type': path.endsWith('.js') ? 'text/javascript' : 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; script-src 'self' ${claims}; style-src 'self'; frame-src ${claims}`,
  });
  response.end(body);
}

/** Bundles tests/e2e/support/partner.tsx with the React component, as a partner's build would. */
async function reactPage(): Promise<string> {
  const made = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, rolldownOptions: { input: join(root, 'tests/e2e/support/partner.tsx'), output: { format: 'iife' } } },
  });
  const [output] = Array.isArray(made) ? made : [made];
  const chunk = output && 'output' in output ? output.output[0] : undefined;
  if (chunk?.type !== 'chunk') throw new Error('The page of the partner was not built.');
  return chunk.code;
}

/** Uses Chromium's own setting, which leaves only partitioned cookies. */
export async function blockThirdPartyCookies(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Network.enable');
  await devTools.send('Network.setCookieControls', {
    enableThirdPartyCookieRestriction: true,
  });
}
