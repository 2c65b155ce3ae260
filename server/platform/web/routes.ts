import type { FastifyReply, FastifyRequest } from 'fastify';
import { platformOperations as operations } from '../../contract/platformOperations.ts';
import type { Deps } from '../deps.ts';
import { sendCompressed } from '../http/compressed.ts';
import { endpoint } from '../sessions/endpoint.ts';
import type { App } from '../http/types.ts';
import { flowOwnerOf } from '../sessions/guests.ts';
import type { LoadedRelease } from '../release/types.ts';
import { chooseRelease, underRelease } from '../rollout/choose.ts';
import { appFiles, appHead, shellHeader, shellVersion } from './appFiles.ts';
import { applicationPages, publicPath } from './applicationPages.ts';
import { bootOf } from './boot.ts';
import { allowFraming, embeddedHead, embeddedPage, embedScript } from './embed.ts';
import { firstParts, partRoutes } from './firstParts.ts';
import { renderPage } from './html.ts';
import { languageOf } from './language.ts';
import { builtPage, type MainPageSource } from './pageSource.ts';
import { matchRoute } from './routing.ts';
import { cachedTicket } from './tickets.ts';
import { viteSource } from './viteSource.ts';

/** Serves parts, tickets, and the page for every other path. */
export async function web(app: App): Promise<void> {
  partRoutes(app);
  endpoint(app, operations['release.screen'], async ({ input, request, deps }) => {
    const release = await rulingRelease(deps, request, input.path);
    return cachedTicket(release, publicPath(deps, release, input.path), languageOf(request, release.manifest.settings, input.language));
  });
  endpoint(app, operations['release.boot'], async ({ input, request, deps }) => {
    const release = deps.releases.active();
    const language = languageOf(request, release.manifest.settings, input.language);
    return bootOf(deps, release, deps.product.operations, await cachedTicket(release, publicPath(deps, release, input.path), language));
  });
  await pageRoute(app);
}

/**
 * Returns the release that applies to a path: for a flow's screen the release that the customer's answers are pinned to, otherwise the
 * active one.
 */
async function rulingRelease(deps: Deps, request: FastifyRequest, path: string): Promise<LoadedRelease> {
  const active = deps.releases.active();
  const flow = active.manifest.screens[matchRoute(active.manifest, path).screen]?.flow;
  if (flow === undefined) return active;
  const customerId = await flowOwnerOf(deps, request);
  if (customerId === undefined) return active;
  const row = await deps.db
    .selectFrom('flow_states')
    .select('release')
    .where('customer_id', '=', customerId)
    .where('flow', '=', flow)
    .executeTakeFirst();
  const pinned = row && row.release !== active.hash ? await deps.releases.get(row.release) : undefined;
  return pinned && matchRoute(pinned.manifest, path).found ? pinned : active;
}

/** `new URL` would throw for some client input (`//`), and read `//host/path` as another host. */
const pathOf = (url: string): string => url.replace(/[?#].*$/s, '');

/**
 * Serves the page with its first ticket. An unknown path gets the not-found screen with its status. The navigation rules redirect from `/`.
 */
async function pageRoute(app: App): Promise<void> {
  const { deps } = app;
  const source = deps.settings.mode === 'development' ? await viteSource(app) : await builtPage(app);
  for (const application of deps.applications) applicationPages(app, application, source.of(application.name));
  appFiles(app, source);
  embedScript(app, source);
  app.get<{ Querystring: { host?: string; language?: string } }>('/*', async (request, reply) => {
    const file = pathOf(request.url);
    if (source.isFile(file)) return reply.sendFile(file);
    await chooseRelease(deps, request, reply);
    return underRelease(deps, request, () => sendPage(deps, source, request, reply, file));
  });
}

type PageRequest = FastifyRequest<{ Querystring: { host?: string; language?: string } }>;

async function sendPage(deps: Deps, source: MainPageSource, request: PageRequest, reply: FastifyReply, file: string) {
  const release = deps.releases.active();
  const embedded = embeddedPage(deps, release, file, request.query.host);
  if (embedded) allowFraming(deps, reply);
  const path = publicPath(deps, release, embedded?.path ?? file);
  const language = languageOf(request, release.manifest.settings, embedded && request.query.language);
  const ticket = await cachedTicket(release, path, language);
  const boot = {
    ...bootOf(deps, release, deps.product.operations, ticket),
    parts: await firstParts(release, language, ticket),
    ...(embedded && { embed: embedded.boot }),
  };
  const template = await source.template(request.url);
  const parts = { language, chunks: source.chunksOf(ticket), head: embedded ? embeddedHead : appHead(deps, language) };
  const found = path === '/' || matchRoute(release.manifest, path).found;
  reply.code(found ? 200 : 404).headers({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    [shellHeader]: shellVersion(deps, template, language),
  });
  return sendCompressed(request, reply, renderPage(template, boot, parts));
}
