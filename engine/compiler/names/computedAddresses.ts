import { isFinding, nearMiss, parseExpression, type Node } from '../../expression/index.ts';
import type { Analysis } from '../analysis.ts';
import type { Finding, Located } from '../diagnostics.ts';
import { allRoutes, isRoute } from './routes.ts';

/** Placeholder for a value that is known only at run time. */
export const unknownPart = '\0';
const anyParts = /\0+/g;

/** Checks that every path that an expression can produce matches a screen. */
export function checkComputedAddresses({ project, sites, ofEach }: Analysis): Located[] {
  if (project.isBroken('screen')) return [];
  const written = ofEach('addresses', project.entries, (entry) =>
    sites(entry).expressions.flatMap(({ isPath, source, pointer }) =>
      isPath ? addressesOf(source).map((address) => ({ document: entry.document, address, pointer })) : [],
    ),
  );
  return written.flatMap(({ document, address, pointer }): Located[] => {
    const path = pathOf(address);
    const routes = allRoutes(project);
    // Anything without a leading slash is another kind of URL, or starts with an unknown part.
    if (!path.startsWith('/') || isRoute(project, path) || routes.some((route) => canBe(route, path))) return [];
    const shown = path.replaceAll(anyParts, '…');
    const { fix } = nearMiss(path.replaceAll(anyParts, ':id'), routes);
    const finding: Finding = {
      code: 'unknown-route',
      pointer,
      message: `There is no route "${shown}".`,
      ...(fix !== undefined && { fix }),
    };
    return [{ document, finding }];
  });
}

const pathOf = (address: string): string => address.replace(/[?#].*$/s, '');

/** The paths that an expression can produce, with `unknownPart` for the values that it reads. */
export function addressesOf(source: string): string[] {
  const root = parseExpression(source);
  return isFinding(root) ? [] : textsOf(root);
}

function textsOf(node: Node): string[] {
  if (node.op === 'value') return typeof node.args === 'string' ? [node.args] : [unknownPart];
  if (node.op === '?:') return [...textsOf(node.args[1]), ...textsOf(node.args[2])];
  if (node.op === '+') {
    const [left, right] = node.args.map(textsOf);
    return (left ?? []).flatMap((start) => (right ?? []).map((end) => start + end)).slice(0, mostTexts);
  }
  return [unknownPart];
}

const mostTexts = 50;

/** Whether some text matches both the route with any parameters and the path with any unknown parts. */
function canBe(route: string, path: string): boolean {
  const parts = route.split(/(:\w+)/);
  const pattern = parts.map((part) => (part.startsWith(':') ? '\u0001' : part)).join('');
  const known = new Map<number, boolean>();
  const at = (r: number, p: number): boolean => {
    const key = r * (path.length + 1) + p;
    const before = known.get(key);
    if (before !== undefined) return before;
    known.set(key, false);
    const found = step(r, p);
    known.set(key, found);
    return found;
  };
  const step = (r: number, p: number): boolean => {
    if (r === pattern.length && p === path.length) return true;
    // An unknown part may be empty, or consume the next character of the route.
    if (path[p] === unknownPart) return at(r, p + 1) || (r < pattern.length && at(r + 1, p));
    // A parameter consumes a character of its segment, and may continue.
    if (pattern[r] === '\u0001') return p < path.length && path[p] !== '/' && (at(r + 1, p + 1) || at(r, p + 1));
    return pattern[r] === path[p] && r < pattern.length && at(r + 1, p + 1);
  };
  return at(0, 0);
}
