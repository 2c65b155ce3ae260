import type { Analysis } from '../analysis.ts';
import type { Located } from '../diagnostics.ts';
import { serverPaths } from '../../config/serverPaths.ts';
import { pointerTo } from '../project/document.ts';
import type { Project } from '../project/project.ts';

/** Whether a target is valid: the path of a screen with or without a query, one step back, or `/` if the navigation says where it leads. */
export function isRoute(project: Project, target: string): boolean {
  if (target === 'back') return true;
  if (target === '/' && project.one('navigation')?.value.home) return true;
  // The unreadable screen could have this route.
  if (project.isBroken('screen')) return true;
  return screenAt(project, target) !== undefined;
}

/** Returns the first screen whose route or alias matches the target. */
export function screenAt(project: Project, target: string): string | undefined {
  const path = withoutQuery(target);
  const { written, patterns } = routesOf(project);
  const exact = written.get(path);
  const segments = path.split('/');
  const matching = patterns.get(segments.length)?.find((pattern) => matches(pattern.segments, segments));
  if (!exact || !matching) return (exact ?? matching)?.screen;
  return exact.order <= matching.order ? exact.screen : matching.screen;
}

interface Route {
  screen: string;
  /** Position among the routes of all screens. */
  order: number;
}

/** A route with parameters. */
interface Pattern extends Route {
  segments: readonly string[];
}

interface Routes {
  all: readonly string[];
  /** By the route's spelling in its screen. */
  written: ReadonlyMap<string, Route>;
  /** By their number of segments. */
  patterns: ReadonlyMap<number, readonly Pattern[]>;
}

/** Index of a project's routes, because thousands of links look up their screens. */
const indexed = new WeakMap<Project, Routes>();

function routesOf(project: Project): Routes {
  const known = indexed.get(project);
  if (known) return known;
  const all = project.all('screen').flatMap(({ id, value }) => [value.route, ...(value.aliases ?? [])].map((route) => ({ id, route })));
  const written = new Map<string, Route>();
  const patterns = new Map<number, Pattern[]>();
  all.forEach(({ id, route }, order) => {
    const each = { screen: id, order };
    if (!written.has(route)) written.set(route, each);
    if (!route.includes('/:')) return;
    const segments = route.split('/');
    const alike = patterns.get(segments.length);
    if (alike) alike.push({ ...each, segments });
    else patterns.set(segments.length, [{ ...each, segments }]);
  });
  const routes = { all: all.map(({ route }) => route), written, patterns };
  indexed.set(project, routes);
  return routes;
}

function withoutQuery(target: string): string {
  const end = target.search(/[?#]/);
  return end === -1 ? target : target.slice(0, end);
}

/** `/msgDetail/:id` matches `/msgDetail/7`. */
function matches(expected: readonly string[], actual: readonly string[]): boolean {
  return expected.every((part, index) => part === actual[index] || (part.startsWith(':') && actual[index] !== ''));
}

export function allRoutes(project: Project): readonly string[] {
  return routesOf(project).all;
}

/** Reports paths that lead to two screens, or to none. Parameter names do not matter: `/a/:x` and `/a/:y` are one path. */
export function checkRoutes({ project }: Analysis): Located[] {
  const owners = new Map<string, string>();
  const found: Located[] = [];
  const screens = project.all('screen');
  const claim = (id: string, path: string, pointer: string, document: Located['document']) => {
    const first = path.split('/')[1] ?? '';
    if (serverPaths.includes(first)) {
      const message = `"/${first}" belongs to the server, so nobody can open "${path}".`;
      found.push({ document, finding: { code: 'server-path', pointer, message } });
    }
    const shape = path.replace(/:[^/]+/g, ':');
    const owner = owners.get(shape);
    if (owner === undefined) owners.set(shape, id);
    else
      found.push({ document, finding: { code: 'duplicate-route', pointer, message: `"${path}" already leads to the screen "${owner}".` } });
  };
  for (const { id, value, document } of screens) claim(id, value.route, '/route', document);
  for (const { id, value, document } of screens)
    value.aliases?.forEach((alias, index) => claim(id, alias, pointerTo('/aliases', index), document));
  return found;
}
