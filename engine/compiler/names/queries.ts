import { nearMiss } from '../../expression/index.ts';
import type { Analysis } from '../analysis.ts';
import type { Located } from '../diagnostics.ts';
import { pointerTo } from '../project/document.ts';
import { screenAt } from './routes.ts';

/** Checks that the screen behind a link reads the query that the link sends. */
export function checkQueries(analysis: Analysis): Located[] {
  const { project, sites, memo } = analysis;
  const read = new Map<string, ReadonlySet<string> | undefined>();
  const readAt = (id: string) => {
    if (!read.has(id)) read.set(id, namesRead(id, analysis));
    return read.get(id);
  };
  const sent = memo.each('queries', project.entries, [], (entry) => {
    const site = sites(entry);
    const inActions = site.queries.flatMap(({ go, values, pointer }) =>
      Object.keys(values).map((name) => ({ go, name, pointer: pointerTo(`${pointer}/query`, name), at: 'key' as const })),
    );
    const inRoutes = site.references
      .filter(({ target, name }) => target === 'route' && name.includes('?'))
      .flatMap(({ name: go, pointer }) => writtenIn(go).map((name) => ({ go, name, pointer, at: 'value' as const })));
    return [...inActions, ...inRoutes].map((each) => ({ ...each, document: entry.document }));
  });
  return sent.flatMap(({ go, name, pointer, at, document }): Located[] => {
    const screen = screenAt(project, go);
    const names = screen === undefined ? undefined : readAt(screen);
    if (!names || names.has(name)) return [];
    const message = `The screen "${screen}" does not read the query "${name}".`;
    const suggestion = at === 'key' ? nearMiss(name, [...names]) : {};
    return [{ document, finding: { code: 'unread-query', pointer, at, message, ...fixOf(names), ...suggestion } }];
  });
}

const fixOf = (names: ReadonlySet<string>) => (names.size > 0 ? { fix: `It reads ${[...names].join(', ')}.` } : {});

const writtenIn = (route: string): string[] => [...new URLSearchParams(route.slice(route.indexOf('?') + 1).replace(/#.*/, '')).keys()];

/** The names that a screen reads from the query, or undefined if it reads the query as a whole. */
function namesRead(id: string, { project, sites, conditions }: Analysis): ReadonlySet<string> | undefined {
  const entry = project.get('screen', id);
  const rules = project.all('navigation').flatMap(({ value }) => value.rules.map(({ when }) => when));
  const own = entry ? sites(entry).expressions.map(({ source }) => source) : [];
  const names = new Set(project.all('navigation').flatMap(({ value }) => value.capture.map(({ query }) => query)));
  for (const source of [...own, ...rules, ...Object.values(conditions)]) {
    for (const [, name] of source.matchAll(/\bquery\b(?:\.\??([A-Za-z]\w*))?/g)) {
      if (name === undefined) return undefined;
      names.add(name);
    }
  }
  return names;
}
