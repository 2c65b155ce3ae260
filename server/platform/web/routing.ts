import type { Manifest } from '../../../engine/compiler/types.ts';

export interface RouteMatch {
  /** Screen id. An unknown path matches the not-found screen. */
  screen: string;
  params: Record<string, string>;
  found: boolean;
}

type Matcher = (path: string) => RouteMatch;
const matchers = new WeakMap<Manifest, Matcher>();

/** Matches a path to a screen: exact routes and aliases first, then patterns with `:parameters`. */
export function matchRoute(manifest: Manifest, path: string): RouteMatch {
  const matcher = matchers.get(manifest) ?? createMatcher(manifest);
  matchers.set(manifest, matcher);
  return matcher(path);
}

function createMatcher({ routes, navigation }: Manifest): Matcher {
  const exact = new Map(Object.entries(routes).filter(([route]) => !route.includes(':')));
  const patterns = Object.entries(routes).flatMap(([route, screen]) =>
    route.includes(':') ? [{ segments: route.split('/'), screen }] : [],
  );
  return (given) => {
    const path = normalised(given);
    const screen = exact.get(path);
    if (screen !== undefined) return { screen, params: {}, found: true };
    for (const pattern of patterns) {
      const params = paramsOf(pattern.segments, path.split('/'));
      if (params) return { screen: pattern.screen, params, found: true };
    }
    return { screen: navigation.notFound, params: {}, found: false };
  };
}

/** Removes query, fragment and trailing slash. */
const normalised = (path: string) => path.replace(/[?#].*$/s, '').replace(/(.)\/+$/, '$1');

function paramsOf(pattern: readonly string[], segments: readonly string[]): Record<string, string> | undefined {
  if (pattern.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, expected] of pattern.entries()) {
    const actual = segments[index] ?? '';
    if (expected.startsWith(':') && actual !== '') params[expected.slice(1)] = decoded(actual);
    else if (expected !== actual) return undefined;
  }
  return params;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
