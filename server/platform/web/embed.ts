import type { FastifyReply } from 'fastify';
import { embeddedFlow, isShownEmbedded } from '../../../engine/flow/embedded.ts';
import type { Boot } from '../../contract/schemas.ts';
import type { Deps } from '../deps.ts';
import { embedOrigins } from '../http/embedding.ts';
import { sendCompressed } from '../http/compressed.ts';
import { html } from '../http/html.ts';
import { framableBy } from '../http/security.ts';
import type { App } from '../http/types.ts';
import { fail } from '../problem.ts';
import type { LoadedRelease } from '../release/types.ts';
import { serverText } from '../texts.ts';
import type { MainPageSource } from './pageSource.ts';
import { matchRoute } from './routing.ts';

/** Pages below it may be framed by the origins in the settings; no other page may. */
const address = /^\/embed\/([A-Za-z][A-Za-z0-9]*)(\/.*)?$/;

export interface EmbeddedPage {
  /** Path of the screen, as outside the frame. */
  path: string;
  boot: NonNullable<Boot['embed']>;
}

/**
 * The page of a flow for other sites, at `/embed/<flow>`. Undefined for any other path, for a flow that the settings do not offer, and for
 * screens that are not part of it.
 *
 * @param host the origin of the page that shows it, as it claims
 */
export function embeddedPage(deps: Deps, { manifest }: LoadedRelease, file: string, host: unknown): EmbeddedPage | undefined {
  const [, id = '', path = '/'] = address.exec(file) ?? [];
  const flow = manifest.settings.embed?.flows.includes(id) ? manifest.flows[id]?.flow : undefined;
  const origins = embedOrigins(deps);
  if (!flow || origins.length === 0) return undefined;
  const embedded = embeddedFlow(flow);
  const { screen, found } = matchRoute(manifest, path);
  const parts = found ? manifest.screens[screen] : undefined;
  const isPart = parts && isShownEmbedded(embedded, { flow: parts.flow, noCheck: parts.noCheck ?? false, route: parts.route });
  if (path !== '/' && !isPart) return undefined;
  const listed = origins.find((origin) => origin === host);
  return { path, boot: { ...embedded, ...(listed === undefined ? {} : { host: listed }) } };
}

/** Links to documents and other sites open a new window; the frame stays with the flow. The app is not installed from there. */
export const embeddedHead = html`<base target="_blank" />`;

export function allowFraming(deps: Deps, reply: FastifyReply): void {
  reply.removeHeader('x-frame-options').headers(framableBy(deps, embedOrigins(deps)));
}

const words = ['title', 'loading', 'blocked', 'open'] as const;

/** Texts around the frame (src/embed/mountFlow.ts). */
export const embedTexts = Object.fromEntries(words.map((name) => [`embed.${name}`, []]));

const scriptSeconds = 300;

/**
 * Serves the script that defines `<hakbang-flow>`, with the texts of every language. Any page may load it; that page's origin decides what
 * it shows.
 */
export function embedScript(app: App, { embedScript: script }: MainPageSource): void {
  const { deps } = app;
  app.get('/embed.js', async (request, reply) => {
    if (script === undefined || embedOrigins(deps).length === 0) return fail('notFound');
    reply.headers({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': `public, max-age=${scriptSeconds}`,
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
    });
    return sendCompressed(request, reply, `(function(HAKBANG_WORDS){${script}})(${JSON.stringify(wordsByLanguage(deps))})`);
  });
}

/** The default language first. */
function wordsByLanguage(deps: Deps): Record<string, Record<string, string>> {
  const { languages } = deps.releases.active().manifest.settings;
  const codes = [...new Set([languages.default, ...languages.offered.map(({ code }) => code)])];
  const wordsIn = (code: string) => Object.fromEntries(words.map((name) => [name, serverText(deps, code, `embed.${name}`, {}, 'screen')]));
  return Object.fromEntries(codes.map((code) => [code, wordsIn(code)]));
}
