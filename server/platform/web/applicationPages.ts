import { applicationOperations } from '../../contract/applicationOperations.ts';
import type { Deps } from '../deps.ts';
import { sendCompressed } from '../http/compressed.ts';
import { previewFrames } from '../preview/preview.ts';
import { html } from '../http/html.ts';
import type { App } from '../http/types.ts';
import { serve } from '../http/serve.ts';
import type { Application, LoadedRelease } from '../release/types.ts';
import { bootOf } from './boot.ts';
import { firstParts } from './firstParts.ts';
import { renderPage } from './html.ts';
import { languageOf } from './language.ts';
import type { PageSource } from './pageSource.ts';
import { matchRoute } from './routing.ts';
import { cachedTicket } from './tickets.ts';

/** Serves the pages of an application other than the main one, under the path of its name. It works online only and must not be framed. */
export function applicationPages(app: App, application: Application, source: PageSource): void {
  const { deps } = app;
  const { name, releases } = application;
  const operations = applicationOperations(name);
  const base = `/${name}`;
  const showsPreviews = 'studio.preview' in application.operations;
  const nobody = async () => undefined;
  const bootFor = async (release: LoadedRelease, path: string, language: string) => {
    const ticket = await cachedTicket(release, publicPath(deps, release, path), language);
    return { ticket, boot: { ...bootOf(deps, release, application.operations, ticket), base } };
  };
  serve(app, operations['release.screen'], nobody, async ({ input, request }) => {
    const release = releases.active();
    return cachedTicket(release, publicPath(deps, release, input.path), languageOf(request, release.manifest.settings, input.language));
  });
  serve(app, operations['release.boot'], nobody, async ({ input, request }) => {
    const release = releases.active();
    return (await bootFor(release, input.path, languageOf(request, release.manifest.settings, input.language))).boot;
  });
  for (const url of [base, `${base}/*`])
    app.get<{ Params: { '*'?: string } }>(url, async (request, reply) => {
      const file = request.url.replace(/[?#].*$/s, '');
      if (source.isFile(file)) return reply.sendFile(file);
      const release = releases.active();
      const path = `/${request.params['*'] ?? ''}`;
      const language = languageOf(request, release.manifest.settings);
      const { ticket, boot } = await bootFor(release, path, language);
      const found = path === '/' || matchRoute(release.manifest, path).found;
      reply.code(found ? 200 : 404).headers({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy': contentSecurityPolicy(deps, showsPreviews ? previewFrames(deps, request) : undefined),
        'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), publickey-credentials-get=(self)',
        // The URL of an enrolment link contains its token, which no request may pass on.
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
      });
      const page = { ...boot, parts: await firstParts(release, language, ticket) };
      const parts = { language, chunks: source.chunksOf(ticket), head: html`` };
      return sendCompressed(request, reply, renderPage(await source.template(request.url), page, parts));
    });
}

/** Hides internal screens in production. */
export function publicPath({ settings }: Deps, { manifest }: LoadedRelease, path: string): string {
  const isInternal = manifest.screens[matchRoute(manifest, path).screen]?.internal === true;
  return isInternal && settings.mode === 'production' ? '' : path;
}

/** Allows our own origin only: no analytics, no other host. Photos are shown from memory (`blob:`). */
function contentSecurityPolicy({ settings }: Deps, frames: string | undefined): string {
  // Vite's development server injects styles and a small script, and uses a WebSocket.
  const development = settings.mode === 'development';
  return [
    `default-src 'none'`,
    `script-src 'self'${development ? " 'unsafe-inline'" : ''}`,
    `style-src 'self'${development ? " 'unsafe-inline'" : ''}`,
    `img-src 'self' blob: data:`,
    `font-src 'self'`,
    `connect-src 'self'${development ? ' ws:' : ''}`,
    ...(frames === undefined ? [] : [`frame-src ${frames}`]),
    `form-action 'self'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');
}
