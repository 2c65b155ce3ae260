import type { JsonSchema } from '../../expression/index.ts';
import type { Screen } from '../../config/screen.ts';
import type { Analysis } from '../analysis.ts';
import type { Place, Sites } from '../names/walk.ts';
import { pointerToPath } from '../project/document.ts';
import type { Entry, Project } from '../project/project.ts';
import type { PlacedExpression } from './expressionModule.ts';

/**
 * In an application whose session lists the operations that it may call (`session.operations`), a screen hides whatever would only be
 * refused: its data and actions get conditions from the operations that they call. No author writes these conditions.
 */
export interface Permitted {
  definition: Screen;
  /** The conditions that are not in the file. */
  expressions: PlacedExpression[];
}

type Node = Record<string, unknown>;

export const listsOperations = ({ registry }: Project): boolean => {
  const session: JsonSchema | undefined = registry.namespaces['session'];
  return session?.properties?.['operations'] !== undefined;
};

const needsSession = ({ registry }: Project, id: string): boolean =>
  Object.hasOwn(registry.operations, id) && registry.operations[id]?.noCheck !== true;

/** While the session is loading, data is fetched and links are shown, because most people may read what they open. */
const mayRead = (id: string): string => `(!has(session.operations) || '${id}' in session.operations)`;
const mayCall = (id: string): string => `'${id}' in session.?operations.orValue([])`;

/** The subject of a page: its first unconditional data, or else all of its data. */
function subjectOf({ data = {} }: Screen): string[] {
  const subject = Object.entries(data).find(([, { when }]) => when === undefined)?.[0];
  return subject === undefined ? Object.keys(data) : [subject];
}

/** The operations that a screen cannot do without. Other data is left out if the session may not read it. */
export function operationsOf({ value }: Entry<Screen>, project: Project): string[] {
  if (!listsOperations(project)) return [];
  return [
    ...new Set(
      subjectOf(value)
        .flatMap((name) => value.data?.[name]?.op ?? [])
        .filter((op) => needsSession(project, op)),
    ),
  ];
}

export function permitted(entry: Entry<Screen>, analysis: Analysis): Permitted {
  const { project } = analysis;
  if (!listsOperations(project)) return { definition: entry.value, expressions: [] };
  const sites = analysis.sites(entry);
  const definition = structuredClone(entry.value);
  const expressions: PlacedExpression[] = [];
  const limit = (place: Place, condition: string) => {
    const node = nodeAt(definition, place.pointer);
    const own = typeof node['when'] === 'string' ? ` && (${node['when']})` : '';
    node['when'] = `${condition}${own}`;
    expressions.push({ source: node['when'] as string, scope: analysis.scopes.at(entry, { ...place, pointer: `${place.pointer}/when` }) });
  };
  const data = Object.entries(entry.value.data ?? {});
  // Always fetch the subject of the page, so that the server's refusal explains why people may not read it.
  const subject = data.find(([, { when }]) => when === undefined)?.[0];
  for (const [name, { op }] of data) {
    if (name !== subject && needsSession(project, op)) limit({ pointer: `/data/${name}`, owner: {}, lists: [], assumed: [] }, mayRead(op));
  }
  for (const [place, conditions] of actionsOf(entry.value, sites, project)) limit(place, [...new Set(conditions)].join(' && '));
  for (const site of sites.blocks.filter(({ name }) => isForActions(name, project))) {
    const inner = sites.calls.filter(({ pointer }) => pointer.startsWith(`${site.pointer}/blocks/`)).map(({ operation }) => operation);
    const needed = [...new Set(inner)].filter((id) => needsSession(project, id));
    if (needed.length > 0) limit(site, needed.map(mayCall).join(' && '));
  }
  return { definition, expressions };
}

/** Everything that shows an action (a block, or an entry of its options that can be conditional), with the conditions that it needs. */
function actionsOf(screen: Screen, { calls, references, blocks }: Sites, project: Project): Map<Place, string[]> {
  const found = new Map<Place, string[]>();
  const add = (action: Place, ids: readonly string[], condition = mayCall) => {
    const shown = shownBy(action.pointer, screen, blocks, project);
    const needed = ids.filter((id) => needsSession(project, id));
    if (!shown || needed.length === 0) return;
    const known = [...found].find(([{ pointer }]) => pointer === shown.pointer);
    if (known) known[1].push(...needed.map(condition));
    else found.set(shown, needed.map(condition));
  };
  for (const call of calls.filter(({ pointer }) => !pointer.startsWith('/data/'))) {
    // An operation that proposes another operation takes its name as a text.
    const named = Object.values(call.inputs).flatMap((source) => /^'([\w.]+)'$/.exec(source)?.[1] ?? []);
    add(call, [call.operation, ...named]);
  }
  for (const { target, name, pointer, ...place } of references) {
    if (target !== 'route' || !pointer.endsWith('/go') || place.owner['do'] !== undefined) continue;
    const opened = project.all('screen').find(({ value }) => value.route === name.split('?')[0]);
    if (opened) add({ ...place, pointer: pointer.slice(0, -'/go'.length) }, operationsOf(opened, project), mayRead);
  }
  return found;
}

function shownBy(action: string, screen: Screen, blocks: Sites['blocks'], project: Project): Place | undefined {
  const parent = action.slice(0, action.lastIndexOf('/'));
  const block = blocks.findLast(({ pointer }) => parent === pointer || parent.startsWith(`${pointer}/`));
  if (!block) return undefined;
  if (block.pointer === parent) return isForActions(block.name, project) ? block : undefined;
  const entry = pointerToPath(parent.slice(block.pointer.length)).reduce<JsonSchema | undefined>(
    (at, key) => (/^\d+$/.test(key) ? at?.items : at?.properties?.[key]),
    project.registry.blocks[block.name]?.options,
  );
  return entry?.properties?.['when'] ? { ...block, pointer: parent, owner: nodeAt(screen, parent) } : undefined;
}

const isForActions = (block: string, { registry }: Project): boolean => registry.blocks[block]?.isForActions === true;

const nodeAt = (value: unknown, pointer: string): Node =>
  pointerToPath(pointer).reduce<unknown>((at, key) => (at as Node)[key], value) as Node;
