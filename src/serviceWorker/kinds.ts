/**
 * What the worker answers. `page`: any route of the app. `asset`: a file of the build, named by its hash. `part`: a part of a
 * release, named by its hash. `place`: a list of places.
 */
export type Kind = 'page' | 'asset' | 'part' | 'place';

/** How many of each are kept: several builds and releases, and never a full disk. */
export const maxKept: Readonly<Record<Exclude<Kind, 'page'>, number>> = { asset: 240, part: 600, place: 100 };

const shapes: readonly (readonly [Kind, RegExp])[] = [
  ['asset', /^\/assets\/[^/]+$/],
  ['part', /^\/r\/[0-9a-f]{16,64}\.(json|mjs)$/],
  ['place', /^\/places\/[^/]+\.json$/],
];

/** Addresses of the server that are no screens. The API and files of persons are among them: the worker never touches those. */
const notPages = /^\/(api|assets|dev|health|icons|places|r)(\/|$)|\.[a-z0-9]{2,11}$/i;

type Asked = Pick<Request, 'method' | 'mode' | 'url'>;

/** What a request is for; undefined for what the worker leaves alone. */
export function kindOf({ method, mode, url }: Asked, origin: string): Kind | undefined {
  const address = new URL(url);
  if (method !== 'GET' || address.origin !== origin) return undefined;
  const found = shapes.find(([, shape]) => shape.test(address.pathname));
  if (found) return found[0];
  return mode === 'navigate' && !notPages.test(address.pathname) ? 'page' : undefined;
}
