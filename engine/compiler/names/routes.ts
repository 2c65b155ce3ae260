import type { Analysis } from '../analysis.ts';
import type { Located } from '../diagnostics.ts';
import { serverPaths } from '../../config/serverPaths.ts';
import { pointerTo } from '../project/document.ts';
import type { Project } from '../project/project.ts';

/** Whether a target is valid: a path of a screen, with or without a query, one step back, or `/` if the navigation says where that leads. */
export function isRoute(project: Project, target: string): boolean {
  if (target === 'back') return true;
  if (target === '/' && project.one('navigation')?.value.home) return true;
  // The unreadable screen could have this route.
  if (project.isBroken('screen')) return true;
  return screenAt(project, target) !== undefined;
}

export function screenAt(project: Project, target: string): string | undefined {
  const path = withoutQuery(target);
  return project.all('screen').find(({ value }) => [value.route, ...(value.aliases ?? [])].some((pattern) => matches(pattern, path)))?.id;
}

function withoutQuery(target: string): string {
  const end = target.search(/[?#]/);
  return end === -1 ? target : target.slice(0, end);
}

/** `/msgDetail/:id` matches `/msgDetail/7` and itself. */
function matches(pattern: string, path: string): boolean {
  const expected = pattern.split('/');
  const actual = path.split('/');
  return (
    expected.length === actual.length &&
    expected.every((part, index) => part === actual[index] || (part.startsWith(':') && actual[index] !== ''))
  );
}

export function allRoutes(project: Project): string[] {
  return project.all('screen').flatMap(({ value }) => [value.route, ...(value.aliases ?? [])]);
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
