import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from '../../../engine/config/settings.ts';
import type { Deps } from '../deps.ts';
import { sendCompressed } from '../http/compressed.ts';
import type { App } from '../http/types.ts';
import { chooseRelease, underRelease } from '../rollout/choose.ts';
import { serverText } from '../texts.ts';
import { bootOf } from './boot.ts';
import { type Html, html } from '../http/html.ts';
import { renderPage } from './html.ts';
import { languageOf } from './language.ts';
import type { PageSource } from './pageSource.ts';

/** Tells the service worker which shell matches a page (src/serviceWorker/page.ts). */
export const shellHeader = 'x-hakbang-shell';

/** Serves the web app manifest and the offline shell, which replaces every route without a network. */
export function appFiles(app: App, source: PageSource): void {
  const { deps } = app;
  app.get<{ Querystring: { language?: string; ticket?: string } }>('/manifest.webmanifest', async (request, reply) => {
    const language = languageOf(request, activeSettings(deps), request.query.language);
    const ticket = /^[\w-]{22}$/.test(String(request.query.ticket)) ? request.query.ticket : undefined;
    const launch = ticket === undefined ? undefined : deps.product.launchToken(deps, ticket);
    return reply
      .headers({
        'content-type': 'application/manifest+json; charset=utf-8',
        'cache-control': launch === undefined ? 'public, max-age=3600' : 'no-store',
      })
      .send(JSON.stringify(manifestOf(deps, language, launch)));
  });
  app.get('/shell.html', async (request, reply) => {
    await chooseRelease(deps, request, reply);
    return underRelease(deps, request, () => sendShell(deps, source, request, reply));
  });
}

async function sendShell(deps: Deps, source: PageSource, request: FastifyRequest, reply: FastifyReply) {
  const release = deps.releases.active();
  const language = languageOf(request, release.manifest.settings);
  const boot = { ...bootOf(deps, release, deps.product.operations, undefined), shell: true };
  const template = await source.template('/');
  reply.headers({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    [shellHeader]: shellVersion(deps, template, language),
  });
  const parts = { language, chunks: { modules: [], styles: [] }, head: appHead(deps, language) };
  return sendCompressed(request, reply, renderPage(template, boot, parts));
}

const activeSettings = ({ releases }: Deps): Settings => releases.active().manifest.settings;

/** Version of the shell. Changes with the build, release and language. */
export function shellVersion(deps: Deps, template: string, language: string): string {
  const hash = createHash('sha256').update(template).digest('hex').slice(0, 16);
  return `${hash}-${deps.releases.active().hash.slice(0, 16)}-${language}`;
}

const icon = (name: string, edgePx: number, purpose: 'any' | 'maskable') => ({
  src: `/icons/${name}-${edgePx}.png`,
  sizes: `${edgePx}x${edgePx}`,
  type: 'image/png',
  purpose,
});

/** Web Application Manifest (W3C). N02 stores `standalone` from the start URL; `launch` proves the homescreen (Product.launchToken). */
function manifestOf(deps: Deps, language: string, launch: string | undefined): object {
  const { app, constants, languages } = activeSettings(deps);
  const name = String(constants['brand'] ?? '');
  return {
    id: '/',
    name: app?.name ?? name,
    short_name: app?.shortName ?? name,
    description: serverText(deps, language, 'app.description'),
    lang: languages.offered.find(({ code }) => code === language)?.locale ?? language,
    dir: 'ltr',
    start_url: `${app?.start ?? '/start'}?standalone=1${launch === undefined ? '' : `&launch=${launch}`}`,
    scope: '/',
    display: 'standalone',
    orientation: 'portrait-primary',
    theme_color: app?.themeColor,
    background_color: app?.backgroundColor,
    categories: ['finance'],
    icons: [icon('icon', 192, 'any'), icon('icon', 512, 'any'), icon('maskable', 192, 'maskable'), icon('maskable', 512, 'maskable')],
  };
}

/** App tags for each page's head. The metas are for iOS, which does not read icons from a manifest. */
export function appHead(deps: Deps, language: string): Html {
  const { app, constants } = activeSettings(deps);
  const name = app?.shortName ?? String(constants['brand'] ?? '');
  return html`${[
    html`<meta name="description" content="${serverText(deps, language, 'app.description')}" />`,
    html`<link rel="manifest" href="/manifest.webmanifest?language=${language}" />`,
    html`<link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" />`,
    html`<meta name="application-name" content="${name}" />`,
    html`<meta name="apple-mobile-web-app-title" content="${name}" />`,
    html`<meta name="apple-mobile-web-app-capable" content="yes" />`,
    html`<meta name="mobile-web-app-capable" content="yes" />`,
    deps.settings.stage !== undefined && html`<script src="/marks.js" defer></script>`,
  ]}`;
}
