import type { Flow } from '../../../engine/config/flow.ts';
import { itemParameter } from '../../../engine/flow/instances.ts';
import type { Manifest } from '../../../engine/compiler/types.ts';
import type { ScreenTicket } from '../../contract/schemas.ts';
import { partAddress } from '../release/address.ts';
import type { LoadedRelease } from '../release/types.ts';
import { matchRoute } from './routing.ts';

const maxPrefetch = 4;

/** Returns what a browser needs to show a path: URLs of parts, and the likely next routes. */
export async function ticketFor(release: LoadedRelease, path: string, language: string): Promise<ScreenTicket> {
  const { manifest } = release;
  const { screen, params } = matchRoute(manifest, path);
  const parts = manifest.screens[screen];
  if (!parts) throw new Error(`screen ${screen}: not in release ${release.hash}`);
  return {
    release: release.hash,
    screen,
    route: parts.route,
    params,
    noCheck: parts.noCheck ?? false,
    keepAlive: parts.keepAlive ?? false,
    layout: parts.layout ?? 'plain',
    ...(parts.stylesheet === undefined ? {} : { stylesheet: parts.stylesheet }),
    ...flowOf(manifest, parts.flow, parts.route),
    definition: partAddress(parts.definition),
    ...(parts.expressions === undefined ? {} : { expressions: partAddress(parts.expressions) }),
    texts: partAddress(parts.texts[language] ?? parts.texts[manifest.settings.languages.default] ?? ''),
    forms: Object.fromEntries(parts.forms.map((id) => [id, formAddresses(manifest, id)])),
    blocks: parts.blocks,
    widgets: parts.widgets,
    prefetch: await nextRoutes(release, screen),
  };
}

function flowOf(manifest: Manifest, id: string | undefined, route: string): Pick<ScreenTicket, 'flow'> {
  const found = id === undefined ? undefined : manifest.flows[id];
  if (id === undefined || !found) return {};
  const definition = guestFlow(found.flow, route) ?? found.flow;
  return { flow: { id, expressions: partAddress(found.expressions), definition } };
}

/** On a guest's screen, the flow consists of the one step that the guest answers. */
function guestFlow(flow: Flow, route: string): Flow | undefined {
  const step = flow.steps.find(({ guest }) => guest?.route === route);
  if (!step?.guest) return undefined;
  const { id, form, minutes } = step;
  const asked = { id, route, ...(form === undefined ? {} : { form }), ...(minutes === undefined ? {} : { minutes }) };
  return { id: flow.id, version: flow.version, steps: [asked], onComplete: { go: step.guest.done } };
}

function formAddresses(manifest: Manifest, id: string): ScreenTicket['forms'][string] {
  const parts = manifest.forms[id];
  if (!parts) throw new Error(`form ${id}: not in release ${manifest.hash}`);
  const { definition, module, wholeForm } = parts;
  return {
    definition: partAddress(definition),
    module: partAddress(module),
    ...(wholeForm === undefined ? {} : { wholeForm: partAddress(wholeForm) }),
  };
}

/** The next step of the screen's flow, then the targets of its actions. */
async function nextRoutes(release: LoadedRelease, screen: string): Promise<string[]> {
  const { manifest } = release;
  const parts = manifest.screens[screen];
  const steps = parts?.flow === undefined ? [] : (manifest.flows[parts.flow]?.flow.steps ?? []);
  const here = steps.findIndex(({ route }) => route === parts?.route);
  const next = here < 0 ? [] : steps.slice(here + 1, here + 2).map(({ route }) => route.replace(itemParameter, '1'));
  const linked = routesIn(JSON.parse(parts ? await release.text(parts.definition) : 'null'));
  const known = [...next, ...linked].filter((route) => matchRoute(manifest, route).found && route !== parts?.route);
  return [...new Set(known)].slice(0, maxPrefetch);
}

function routesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(routesIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, child]) =>
    name === 'go' && typeof child === 'string' && child.startsWith('/') ? [child] : routesIn(child),
  );
}

const tickets = new WeakMap<LoadedRelease, Map<string, Promise<ScreenTicket>>>();
/** Enough for every screen in every language. Unknown paths share the not-found ticket. */
const maxTickets = 2000;

/** Cached version of `ticketFor`, which depends only on release, screen, parameters and language. */
export function cachedTicket(release: LoadedRelease, path: string, language: string): Promise<ScreenTicket> {
  const { screen, params } = matchRoute(release.manifest, path);
  if (Object.keys(params).length > 0) return ticketFor(release, path, language);
  const cache = tickets.get(release) ?? new Map<string, Promise<ScreenTicket>>();
  tickets.set(release, cache);
  const key = `${language} ${screen}`;
  const known = cache.get(key) ?? ticketFor(release, path, language);
  if (cache.size < maxTickets) cache.set(key, known);
  known.catch(() => cache.delete(key));
  return known;
}
