import { serverPaths } from '../../engine/config/serverPaths.ts';

/**
 * Requests that the worker answers. `page`: any route of the app. `asset`: a build file named by its hash. `part`: a part of a release
 * named by its hash. `place`: a list of places.
 */
export type Kind = 'page' | 'asset' | 'part' | 'place';

/** Limits of the caches: enough for several builds and releases without filling the disk. */
export const maxKept: Readonly<Record<Exclude<Kind, 'page'>, number>> = { asset: 240, part: 600, place: 100 };

const shapes: readonly (readonly [Kind, RegExp])[] = [
  ['asset', /^\/assets\/[^/]+$/],
  ['part', /^\/r\/[0-9a-f]{16,64}\.(json|mjs)$/],
  ['place', /^\/places\/[^/]+\.json$/],
];

/**
 * Paths that the offline shell must not replace: server paths that are not screens, pages of other applications, and pages for frames. They
 * include the API and personal files, which the worker never caches.
 */
const notPages = new RegExp(`^/(${serverPaths.join('|')})(/|$)|\\.[a-z0-9]{2,11}$`, 'i');

type RequestInfo = Pick<Request, 'method' | 'mode' | 'url'>;

/** The kind of a request; undefined when the worker does not handle it. */
export function kindOf({ method, mode, url }: RequestInfo, origin: string): Kind | undefined {
  const address = new URL(url);
  if (method !== 'GET' || address.origin !== origin) return undefined;
  const found = shapes.find(([, shape]) => shape.test(address.pathname));
  if (found) return found[0];
  return mode === 'navigate' && !notPages.test(address.pathname) ? 'page' : undefined;
}
