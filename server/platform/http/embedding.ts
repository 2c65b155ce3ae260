import type { FastifyRequest } from 'fastify';
import { isExactOrigin } from '../../../engine/config/origin.ts';
import type { Deps } from '../deps.ts';
import { activeSettings } from './activeSettings.ts';

/** The app sends it from pages under /embed. Another site's page cannot: a preflight would have to allow it. */
export const embedHeader = 'x-hakbang-embed';

/** Origins whose pages may show a flow in a frame. In production only HTTPS. */
export function embedOrigins(deps: Pick<Deps, 'settings' | 'releases'>): readonly string[] {
  const origins = activeSettings(deps)?.embed?.origins ?? [];
  // The compiler has checked them. A semicolon in an older release must not start another directive of the CSP.
  return origins.filter((origin) => isExactOrigin(origin) && (deps.settings.mode !== 'production' || origin.startsWith('https:')));
}

/** Whether a request comes from an embedded page, whose session is separate from that of the other pages. */
export const isEmbedded = (deps: Pick<Deps, 'settings' | 'releases'>, request: FastifyRequest): boolean =>
  request.headers[embedHeader] !== undefined && embedOrigins(deps).length > 0;
