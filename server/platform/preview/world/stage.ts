import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SourceFile } from '../../../../engine/compiler/types.ts';
import type { OpenRelease } from '../../../../engine/compiler/index.ts';
import { createApp, type AppOptions } from '../../app.ts';
import type { Area } from '../../area.ts';
import { maskPhone } from '../../customer/phone.ts';
import type { Deps } from '../../deps.ts';
import { flowCustomerOf } from '../../flows/flowCustomer.ts';
import { resume } from '../../flows/resume.ts';
import { framableBy } from '../../http/security.ts';
import type { App } from '../../http/types.ts';
import { fail } from '../../problem.ts';
import type { LoadedRelease, ReleaseService } from '../../release/types.ts';
import { beginSession, clearSessionCookie, setSessionCookie } from '../../sessions/sessions.ts';
import { sandboxLoginPath } from '../../../ports/socialLinkSandbox.ts';
import { previewPage } from '../pages.ts';
import { filesOf } from '../places.ts';
import type { Entry, NotReached } from '../messages.ts';
import { leadTo, type StagePerson } from './applicant.ts';
import { enterPage, enterPath, enterScript, enterScriptPath } from './enterPage.ts';
import { Passes } from './passes.ts';

/** A release as the stage serves it, and opened to make up answers. */
export interface ShownRelease {
  loaded: LoadedRelease;
  open: () => Promise<OpenRelease>;
  /** Used to find the files of what a page shows. */
  sources: readonly SourceFile[];
}

export interface StageOptions {
  /** Names the stage in its cookies, because the ports of a host share their cookies. */
  name: string;
  base: Deps;
  release: ShownRelease;
  person: (id: string) => Promise<StagePerson | undefined>;
  https?: AppOptions['https'];
  /** Origin at which browsers reach it, behind a proxy. */
  origin?: string;
  now?: () => number;
  /** Called on each request. */
  onSeen?: () => void;
}

export interface Stage {
  app: App;
  /** Makes pages show this release from now on. */
  show(release: ShownRelease): void;
  /** Issues a ticket, or says why the session cannot begin at its step. */
  admit(entry: Entry): Promise<{ ticket: string } | NotReached>;
  endLink(link: string): number;
}

/** Files that anybody may load: the built ones, which every installation has. */
const isPublic = (path: string) =>
  path === enterPath ||
  path === enterScriptPath ||
  path === '/api/docs.css' ||
  path === '/manifest.webmanifest' ||
  /^\/(assets|icons)\//.test(path);

/** SMS codes are read here, and the sandbox of linked accounts shows its login here. */
const neededDev = new Set(['/dev/outbox', sandboxLoginPath]);
/** A preview shows only what customers see: nothing for staff, and no developer tools. */
const isClosed = (path: string) => (/^\/dev(\/|$)/.test(path) && !neededDev.has(path)) || /^\/api\/(staff|dev|webhooks)(\/|$)/.test(path);

const placesPath = '/preview/places.json';
const networkPath = '/preview/network';

const html = 'text/html; charset=utf-8';
const pathOf = (request: FastifyRequest) => request.url.replace(/[?#].*$/s, '');

/** The real product with one release, for sessions that the studio has admitted. */
export async function openStage(options: StageOptions): Promise<Stage> {
  const { name, base, person, https, now = Date.now, onSeen } = options;
  let shown = options.release;
  const passes = new Passes(now);
  const deps: Deps = {
    ...base,
    settings: stageSettings(options),
    releases: following(base.releases, () => shown.loaded),
    areas: [...base.areas, { name: 'stage', routes: [(app) => entering(app)] } satisfies Area],
  };
  const cookie = `preview-${name}-pass`;
  const cookieOptions = { path: '/', httpOnly: true, sameSite: 'strict', secure: deps.settings.secure } as const;

  async function admit(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    onSeen?.();
    const path = pathOf(request);
    const entry = passes.entryOf(request.cookies[cookie]);
    if (entry?.isOffline && path !== networkPath && path !== enterPath) {
      reply.hijack();
      reply.raw.destroy();
      return reply;
    }
    if (isPublic(path)) return undefined;
    if (isClosed(path)) fail('notFound');
    if (!entry) {
      if (path.startsWith('/api/')) fail('forbidden', { detail: 'This preview has ended.' });
      return reply
        .code(403)
        .type(html)
        .send(await previewPage(deps, 'ended'));
    }
    frame(reply, entry);
    return undefined;
  }

  const frame = (reply: FastifyReply, { framedBy }: Entry) => {
    if (framedBy !== undefined) reply.removeHeader('x-frame-options').headers(framableBy(deps, [framedBy]));
  };

  function entering(app: App): void {
    app.get(placesPath, async (request, reply) => {
      const studio = passes.entryOf(request.cookies[cookie])?.framedBy;
      return reply.header('cache-control', 'no-store').send(studio === undefined ? {} : { studio, ...filesOf(shown.sources) });
    });
    app.post<{ Body: { offline?: unknown } | null }>(networkPath, async (request, reply) => {
      const entry = passes.entryOf(request.cookies[cookie]) ?? fail('forbidden');
      entry.isOffline = request.body?.offline === true;
      return reply.code(204).send();
    });
    app.get(enterScriptPath, (_request, reply) => reply.type('text/javascript; charset=utf-8').send(enterScript));
    app.get<{ Querystring: { ticket?: string } }>(enterPath, async (request, reply) => {
      const { ticket } = request.query;
      const entry = typeof ticket === 'string' && ticket.length <= 100 ? passes.take(ticket) : undefined;
      reply.type(html).header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
      if (!entry) return reply.code(403).send(await previewPage(deps, 'ended'));
      frame(reply, entry);
      const { language, theme, route, person: who, until } = entry;
      const publicData = who ? await logIn(deps, reply, who) : clearSession(deps, reply);
      reply.setCookie(cookie, passes.passFor(entry), { ...cookieOptions, expires: new Date(until) });
      const state = { publicData, ...(theme !== undefined && { theme }) };
      return reply.send(await enterPage(deps, { storageKey: shown.loaded.manifest.settings.storageKey, state, language, route }));
    });
  }

  const app = await createApp(deps, { ...(https && { https }), admit });
  return {
    app,
    show: (release) => void (shown = release),
    async admit(entry) {
      const known = entry.as === undefined ? undefined : await person(entry.as);
      if (!entry.at) return { ticket: passes.ticketFor({ ...entry, person: known }) };
      if (known) await moveDrafts(deps, known.customerId);
      const led = await leadTo(deps, await shown.open(), entry.at, known);
      return 'why' in led ? led : { ticket: passes.ticketFor({ ...entry, ...led }) };
    },
    endLink: (link) => passes.endLink(link),
  };
}

/** Behind a proxy, the URL of its pages differs from the address it listens on. */
const stageSettings = ({ name, base, origin }: StageOptions): Deps['settings'] => ({
  ...base.settings,
  stage: name,
  ...(origin !== undefined && { publicUrl: origin, secure: origin.startsWith('https:') }),
});

/** The releases of the world, with the stage's own release as the active one. A draft that does not fit it starts again. */
const following = (releases: ReleaseService, active: () => LoadedRelease): ReleaseService => ({
  active,
  get: (hash) => releases.get(hash),
  part: (name) => releases.part(name),
  keep: async () => {},
  policySince: async () => 'restart',
  ready: async () => [],
  stop: async () => {},
});

function clearSession(deps: Deps, reply: FastifyReply): object {
  clearSessionCookie(deps, reply);
  return {};
}

async function logIn(deps: Deps, reply: FastifyReply, { customerId, number }: StagePerson): Promise<object> {
  const { id, token } = await beginSession(deps, customerId);
  setSessionCookie(deps, reply, id);
  await moveDrafts(deps, customerId);
  return { customerId, token, phone_number: maskPhone(number) };
}

/** Moves the person's drafts to the release of the stage, which the session is to show. */
async function moveDrafts(deps: Deps, customerId: string): Promise<void> {
  const customer = await flowCustomerOf(deps, customerId);
  const begun = await deps.db.selectFrom('flow_states').select('flow').where('customer_id', '=', customerId).execute();
  const flows = begun.filter(({ flow }) => Object.hasOwn(deps.releases.active().manifest.flows, flow));
  for (const { flow } of flows) await resume(deps, customer, flow);
}
