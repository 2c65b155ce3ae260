import type { ScreenTicket } from '../../contract/schemas.ts';
import type { Deps } from '../deps.ts';
import type { LoadedRelease, StoredPart } from '../release/types.ts';
import { partAddress, partName } from '../release/address.ts';
import { encodingFor } from '../http/compressed.ts';
import { fail } from '../problem.ts';
import type { App } from '../http/types.ts';

const yearSeconds = 31_536_000;
const contentTypes: Record<StoredPart['type'], string> = {
  'application/json': 'application/json; charset=utf-8',
  'text/javascript': 'text/javascript; charset=utf-8',
};

/** Serves parts by name. A name is the content's hash, so responses are cached forever. */
export function partRoutes(app: App): void {
  app.get<{ Params: { name: string } }>('/r/:name', async (request, reply) => {
    const name = request.params.name;
    const part = /^[0-9a-f]{16,64}\.(json|mjs)$/.test(name) ? await partOf(app.deps, name) : undefined;
    if (!part) fail('notFound');
    reply.headers({
      'content-type': contentTypes[part.type],
      'cache-control': `public, max-age=${yearSeconds}, immutable`,
      vary: 'accept-encoding',
    });
    const encoding = encodingFor(request);
    if (encoding === undefined) return reply.send(part.body);
    return reply.header('content-encoding', encoding).send(encoding === 'br' ? part.brotli : part.gzip);
  });
}

/** Applications share the table of parts, but in development each keeps its own in memory. */
async function partOf({ releases, applications }: Deps, name: string): Promise<StoredPart | undefined> {
  for (const each of [releases, ...applications.map((application) => application.releases)]) {
    const part = await each.part(name);
    if (part) return part;
  }
  return undefined;
}

type Parts = Readonly<Record<string, unknown>>;

const kept = new WeakMap<ScreenTicket, Promise<Parts>>();

/**
 * Returns the JSON parts of a first screen by URL, to embed in the page. Fetched separately, each would cost a slow phone a request and
 * several main-thread turns before the first paint.
 */
export function firstParts(release: LoadedRelease, language: string, ticket: ScreenTicket): Promise<Parts> {
  const known = kept.get(ticket) ?? readParts(release, language, ticket);
  kept.set(ticket, known);
  known.catch(() => kept.delete(ticket));
  return known;
}

async function readParts(release: LoadedRelease, language: string, ticket: ScreenTicket): Promise<Parts> {
  const common = release.manifest.commonTexts[language];
  const forms = Object.values(ticket.forms).map(({ definition }) => definition);
  const addresses = [ticket.definition, ticket.texts, ...forms, ...(common === undefined ? [] : [partAddress(common)])];
  const parts = addresses.map(async (address) => [address, JSON.parse(await release.text(partName(address))) as unknown] as const);
  return Object.fromEntries(await Promise.all(parts));
}
