import type { Analysis } from '../analysis.ts';
import type { Located } from '../diagnostics.ts';
import { pointerTo } from '../project/document.ts';
import type { Project } from '../project/project.ts';

/** Where a tap may lead: a path that a screen serves, query allowed, or one step back. */
export function isRoute(project: Project, target: string): boolean {
  if (target === 'back') return true;
  // A screen that cannot be read may serve it.
  if (project.isBroken('screen')) return true;
  return screenAt(project, target) !== undefined;
}

/** Id of the screen that serves a path. */
export function screenAt(project: Project, target: string): string | undefined {
  const path = withoutQuery(target);
  return project.all('screen').find(({ value }) => [value.route, ...(value.aliases ?? [])].some((pattern) => matches(pattern, path)))?.id;
}

function withoutQuery(target: string): string {
  const end = target.search(/[?#]/);
  return end === -1 ? target : target.slice(0, end);
}

/** `/msgDetail/:id` serves `/msgDetail/7` and may be written as it stands. */
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

/** Two screens cannot be reached by one path. Parameters count alike: `/a/:x` and `/a/:y` are one path. */
export function checkRoutes({ project }: Analysis): Located[] {
  const owners = new Map<string, string>();
  const found: Located[] = [];
  const screens = project.all('screen');
  const claim = (id: string, path: string, pointer: string, document: Located['document']) => {
    const shape = path.replace(/:[^/]+/g, ':');
    const owner = owners.get(shape);
    if (owner === undefined) owners.set(shape, id);
    else
      found.push({ document, finding: { code: 'duplicate-route', pointer, message: `"${path}" leads to the screen "${owner}" already.` } });
  };
  for (const { id, value, document } of screens) claim(id, value.route, '/route', document);
  for (const { id, value, document } of screens)
    value.aliases?.forEach((alias, index) => claim(id, alias, pointerTo('/aliases', index), document));
  return found;
}
