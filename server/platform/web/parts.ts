import { encodingFor } from '../http/compressed.ts';
import { fail } from '../problem.ts';
import type { App } from '../http/types.ts';
import type { StoredPart } from '../release/types.ts';

const yearSeconds = 31_536_000;
const contentTypes: Record<StoredPart['type'], string> = {
  'application/json': 'application/json; charset=utf-8',
  'text/javascript': 'text/javascript; charset=utf-8',
};

/** Serves parts by name. A name is the content's hash, so responses are cached forever. */
export function partRoutes(app: App): void {
  app.get<{ Params: { name: string } }>('/r/:name', async (request, reply) => {
    const name = request.params.name;
    const part = /^[0-9a-f]{16,64}\.(json|mjs)$/.test(name) ? await app.deps.releases.part(name) : undefined;
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
