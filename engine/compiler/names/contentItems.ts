import { nearMiss } from '../../expression/index.ts';
import type { Analysis } from '../analysis.ts';
import type { Located } from '../diagnostics.ts';
import { pointerTo } from '../project/document.ts';
import { screenAt } from './routes.ts';

interface Wanted {
  content: string;
  query: string;
}

/** Checks that a link to an item of content, `/guide?id=costs`, names one that the file has. */
export function checkContentItems(analysis: Analysis): Located[] {
  const { project, sites, memo } = analysis;
  const items = new Map(project.all('content').map(({ id, value }) => [id, value.items.map((item) => item.id)]));
  const linked = memo.each('links to items', project.entries, [], (entry) => {
    const { references, queries } = sites(entry);
    const inRoutes = references
      .filter(({ target, name }) => target === 'route' && name.includes('?'))
      .flatMap(({ name: go, pointer }) =>
        [...new URLSearchParams(go.slice(go.indexOf('?') + 1))].map(([name, id]) => ({ go, name, id, pointer })),
      );
    const inActions = queries.flatMap(({ go, values, pointer }) =>
      Object.entries(values).flatMap(([name, source]) => {
        const id = constant.exec(source)?.[2];
        return id === undefined ? [] : [{ go, name, id, pointer: pointerTo(`${pointer}/query`, name) }];
      }),
    );
    return [...inRoutes, ...inActions].map((each) => ({ ...each, document: entry.document }));
  });
  return linked.flatMap(({ go, name, id, pointer, document }): Located[] => {
    const wanted = shownAt(screenAt(project, go), analysis).find(({ query }) => query === name);
    const known = wanted && items.get(wanted.content);
    if (!wanted || !known || known.includes(id)) return [];
    const message = `The content "${wanted.content}" has no item "${id}".`;
    return [{ document, finding: { code: 'unknown-item', pointer, message, ...nearMiss(id, known) } }];
  });
}

const constant = /^(['"])([A-Za-z][A-Za-z0-9]*)\1$/;

/** The content on a screen whose item the query selects. */
function shownAt(screen: string | undefined, { project, sites }: Analysis): Wanted[] {
  const entry = screen === undefined ? undefined : project.get('screen', screen);
  if (!entry) return [];
  return sites(entry).blocks.flatMap(({ value: { content, item } }): Wanted[] => {
    const query = /^route\.query\.\??(\w+)/.exec(String(item))?.[1];
    return typeof content === 'string' && query !== undefined ? [{ content, query }] : [];
  });
}
