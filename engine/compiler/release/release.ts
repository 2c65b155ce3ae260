import { subFlowsOf } from '../project/subFlows.ts';
import type { Content } from '../../config/content.ts';
import type { Registry } from '../../config/definitions.ts';
import type { Navigation, Screen } from '../../config/screen.ts';
import type { ScreenNeeds } from '../names/screens.ts';
import type { Entry, Project } from '../project/project.ts';
import { chainOf } from '../../texts/words.ts';
import { withLimits } from '../locales/limits.ts';
import { partlyOffered, withStandIns } from '../locales/partly.ts';
import { languagesOf, pick, type Language, type Words } from '../locales/words.ts';
import type { FormParts, Manifest, Release, ScreenParts, SourceFile } from '../types.ts';
import type { Analysis } from '../analysis.ts';
import { emptyExpressions, expressionModule, type PlacedExpression } from './expressionModule.ts';
import { hashOf, PartStore } from './parts.ts';
import { listsOperations, operationsOf, permitted } from './permitted.ts';

/** The texts that a part takes from a language, and the objects that contain them. */
interface Taken {
  pick: (language: Language) => Words;
  from: (words: Words) => readonly unknown[];
}

type TextParts = (place: string, taken: Taken) => Record<string, string>;

const labels = (words: Words[string] | undefined): Words => (typeof words === 'object' ? words : {});

/** Builds a release from a configuration without errors. */
export function buildRelease(analysis: Analysis, sources: readonly SourceFile[]): Release {
  const { project } = analysis;
  const store = new PartStore(analysis.memo);
  const languages = withLimits(languagesOf(project), analysis);
  const modules = (...entries: [Entry, ...Entry[]]) => store.module(namesOf(entries), expressionsIn(entries, analysis) ?? emptyExpressions);
  const settings = required(project.one('settings'), 'settings').value;
  const navigation = required(project.one('navigation'), 'navigation');
  /** Creates one part per language, with the texts that `pick` selects and fallbacks for the missing ones. */
  const partly = partlyOffered(settings.languages);
  const textParts: TextParts = (place, { pick, from }) =>
    Object.fromEntries(
      [...languages.keys()].map((code) => {
        const chain = partly.has(code) ? chainOf(settings.languages, code) : [];
        const inputs = [code, ...chain].flatMap((each) => from(languages.get(each)?.words ?? {}));
        const name = `texts ${[code, ...chain].join()} ${place}`;
        return [code, store.json(name, inputs, () => withStandIns(code, chain, languages, pick))];
      }),
    );
  const manifest: Omit<Manifest, 'hash'> = {
    settings,
    navigation: withNeeds(navigation.value, project),
    errors: required(project.one('errors'), 'errors').value.errors,
    navigationExpressions: modules(navigation),
    routes: Object.fromEntries(
      project.all('screen').flatMap(({ id, value }) => [value.route, ...(value.aliases ?? [])].map((path) => [path, id])),
    ),
    screens: byId(project.all('screen'), (entry) => screenParts(entry, analysis, textParts, store)),
    forms: byId(project.all('form'), ({ id }) => formParts(id, analysis, store)),
    flows: byId(project.all('flow'), (entry) => ({ flow: entry.value, expressions: modules(entry, ...subFlowsOf(entry, project)) })),
    commonTexts: textParts('common', {
      pick: ({ words }) => commonTexts(words, project.registry),
      from: (words) => leavesOf(words, ['common', 'errors']),
    }),
    documents: documentParts(analysis, store),
    lifeCycles: byId(project.all('lifeCycle'), (entry) => ({ lifeCycle: entry.value, expressions: modules(entry) })),
    decisionTables: byId(project.all('decisionTable'), (entry) => ({ table: entry.value, expressions: modules(entry) })),
    other: Object.fromEntries(Object.keys(project.registry.kinds).map((kind) => [kind, byId(project.ofKind(kind), ({ value }) => value)])),
    otherExpressions: expressionsOfOthers(analysis, modules),
    ...carryOverOf(analysis, modules),
    ...correctionsOf(analysis),
    serverTexts: Object.fromEntries([...languages].map(([code, { words }]) => [code, words['server'] ?? {}])),
    enumTexts: textParts('enums', { pick: ({ words }) => labels(words['enums']), from: (words) => leavesOf(words, ['enums']) }),
    withdrawn: Object.fromEntries(project.all('enum').flatMap(({ id, value: { 'x-withdrawn': codes } }) => (codes ? [[id, codes]] : []))),
    sourcesHash: sourcesHash(sources, analysis),
    uses: usesOf(analysis),
  };
  const hash = hashOf(JSON.stringify(manifest));
  return { hash, manifest: { hash, ...manifest }, parts: store.parts, sources };
}

/** Combines the hashes of all files, so that a save only has to hash one file. */
function sourcesHash(sources: readonly SourceFile[], { memo }: Analysis): string {
  return hashOf(JSON.stringify(sources.map(({ path, text }) => [path, memo.of(`source ${path}`, [text], () => hashOf(text))])));
}

/** The texts and groups of each namespace, preceded by their count. Those of an unchanged file stay the same objects. */
const leavesOf = (words: Words, namespaces: readonly string[]): unknown[] =>
  namespaces.flatMap((namespace) => {
    const entries = Object.entries(labels(words[namespace]));
    return [entries.length, ...entries.flat()];
  });

function required<T>(entry: T | undefined, kind: string): T {
  if (!entry) throw new Error(`a release needs ${kind}`);
  return entry;
}

function byId<E extends Entry, T>(entries: readonly E[], make: (entry: E) => T): Record<string, T> {
  return Object.fromEntries(entries.map((entry) => [entry.id, make(entry)]));
}

function carryOverOf(analysis: Analysis, module: (entry: Entry) => string): Pick<Manifest, 'carryOver' | 'carryOverExpressions'> {
  const entry = analysis.project.one('carryOver');
  if (!entry) return {};
  const isChoosing = sourcesOf(analysis, entry).length > 0;
  return { carryOver: { migrations: entry.value.migrations }, ...(isChoosing && { carryOverExpressions: module(entry) }) };
}

function correctionsOf({ project }: Analysis): Pick<Manifest, 'corrections'> {
  const entry = project.one('corrections');
  return entry ? { corrections: { reasons: entry.value.reasons } } : {};
}

function expressionsOfOthers(analysis: Analysis, module: (entry: Entry) => string): Record<string, Record<string, string>> {
  const { kinds } = analysis.project.registry;
  const withExpressions = (kind: string) => analysis.project.ofKind(kind).filter((entry) => sourcesOf(analysis, entry).length > 0);
  return Object.fromEntries(
    Object.keys(kinds).flatMap((kind) => {
      const entries = withExpressions(kind);
      return entries.length > 0 ? [[kind, byId(entries, module)]] : [];
    }),
  );
}

function sourcesOf(analysis: Analysis, entry: Entry): PlacedExpression[] {
  return analysis.sites(entry).expressions.map((site) => ({ source: site.source, scope: analysis.scopes.at(entry, site) }));
}

function withNeeds({ tabs, home, sections, ...others }: Navigation, project: Project): Navigation {
  const needing = <T extends { route: string }>(link: T) => ({ ...link, ...neededBy(link.route, project) });
  return {
    ...others,
    tabs: tabs.map(needing),
    ...(sections && { sections: sections.map((section) => ({ ...section, links: section.links.map(needing) })) }),
    ...(home && { homes: home.map((route) => needing({ route })) }),
  };
}

/** The operations that the screen of a route needs, for links to it. */
function neededBy(route: string, project: Project): { needs?: string[] } {
  const screen = project.all('screen').find(({ value }) => value.route === route);
  const needs = screen ? operationsOf(screen, project) : [];
  return needs.length > 0 ? { needs } : {};
}

const namesOf = (entries: readonly Entry[]): string => entries.map(({ kind, id }) => `${kind}/${id}`).join(' ');

/** Generates the module of the expressions in some files, or undefined if there are none. */
function expressionsIn(
  entries: readonly [Entry, ...Entry[]],
  analysis: Analysis,
  added: readonly PlacedExpression[] = [],
): string | undefined {
  const { conditions, ofEntries } = analysis;
  const name = `code of ${namesOf(entries)} ${added.map(({ source }) => source).join(' ')}`;
  return ofEntries(name, entries, () => expressionModule([...entries.flatMap((each) => sourcesOf(analysis, each)), ...added], conditions));
}

function formParts(id: string, analysis: Analysis, store: PartStore): FormParts {
  const form = required(analysis.forms.get(id), `form ${id}`);
  const ui = required(analysis.project.get('formUi', id), `layout of ${id}`).value;
  return {
    definition: store.json(`form ${id}`, [form.schema, ui], () => {
      const { $schema: _schema, $comment: _comment, examples: _examples, ...schema } = form.schema;
      const { $schema: _uiSchema, $comment: _uiComment, ...layout } = ui;
      return { schema, ui: layout };
    }),
    module: store.module(`form ${id}`, required(analysis.formModule(id), `module of ${id}`)),
    wholeForm: store.module(`whole form ${id}`, analysis.validators(form.schema).wholeForm),
    reads: analysis.formsReadBy(id),
    fields: Object.keys(form.schema.properties),
  };
}

function screenParts(entry: Entry<Screen>, analysis: Analysis, textParts: TextParts, store: PartStore) {
  const { memo, typing, conditions, project } = analysis;
  const others = listsOperations(project) ? [memo.of('screens', project.all('screen'), () => ({})), typing, conditions] : [];
  const limited = memo.of(`permitted ${entry.id}`, [entry, ...others], () => permitted(entry, analysis));
  const needs = analysis.needs(entry);
  const { route, aliases, noCheck, internal, keepAlive, layout, stylesheet, flow } = entry.value;
  const contents = needs.content.flatMap((id) => analysis.project.get('content', id) ?? []);
  const expressions = expressionsIn([entry, ...contents], analysis, limited.expressions);
  const parts: ScreenParts = {
    definition: store.json(`screen ${entry.id}`, [limited, ...contents], () => {
      const { $schema: _schema, $comment: _comment, ...definition } = limited.definition;
      return { ...definition, ...(contents.length > 0 && { content: byId(contents, contentPart) }) };
    }),
    ...(expressions !== undefined && { expressions: store.module(`screen ${entry.id}`, expressions) }),
    texts: textParts(`screen ${entry.id} ${namesNeeded(needs)}`, {
      pick: (language) => screenTexts(entry.id, needs, language, project.registry),
      from: (words) => wordsNeeded(entry.id, needs, words),
    }),
    forms: needs.forms,
    blocks: needs.blocks,
    widgets: needs.widgets,
  };
  return { ...parts, ...defined({ route, aliases, noCheck, internal, keepAlive, layout, stylesheet, flow }) };
}

/** Makes the text keys of a content file absolute, because screens mix them with their own. */
function contentPart({ id, value }: Entry<Content>): Content {
  const { $schema: _schema, $comment: _comment, ...content } = value;
  return withFullKeys(content, id);
}

function withFullKeys<Value>(value: Value, id: string): Value {
  if (Array.isArray(value)) return value.map((each: unknown) => withFullKeys(each, id)) as Value;
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).map(([name, inner]: [string, unknown]) =>
    name === 'key' && typeof inner === 'string' && !inner.startsWith('common.')
      ? [name, `content.${id}.${inner}`]
      : [name, withFullKeys(inner, id)],
  );
  return Object.fromEntries(entries) as Value;
}

/** The common texts for every page: all of `common` except what only some screens show. */
function commonTexts(words: Words, registry: Registry): Words {
  const { blocks, ...common } = (words['common'] ?? {}) as Record<string, Words>;
  const everywhere = Object.keys(blocks ?? {}).filter((name) => !isLocal(registry, name));
  return { ...pick(words, ['errors']), common: { ...common, blocks: pick(blocks, everywhere) } };
}

const isLocal = (registry: Registry, block: string): boolean =>
  Object.hasOwn(registry.blocks, block) && registry.blocks[block]?.wordsAreLocal === true;

function screenTexts(id: string, needs: ScreenNeeds, { words }: Language, registry: Registry): Words {
  const namespace = (name: string) => words[name];
  const local = needs.blocks.filter((name) => isLocal(registry, name));
  const { blocks } = (namespace('common') ?? {}) as { blocks?: Words };
  return {
    ...(local.length > 0 && { common: { blocks: pick(blocks, local) } }),
    screens: pick(namespace('screens'), [id]),
    forms: { ...labelsOf(namespace('forms'), needs.labelled), ...pick(namespace('forms'), needs.forms) },
    enums: pick(namespace('enums'), needs.enums),
    formats: pick(namespace('formats'), needs.formats),
    ...(needs.content.length > 0 && { content: pick(namespace('content'), needs.content) }),
    corrections: needs.forms.length + needs.labelled.length > 0 ? labels(namespace('corrections')) : {},
  };
}

const namesNeeded = ({ widgets: _widgets, ...needs }: ScreenNeeds): string => JSON.stringify(Object.values(needs));

/** The objects of a language that contain the texts of a screen. */
function wordsNeeded(id: string, needs: ScreenNeeds, words: Words): unknown[] {
  const blocks = labels(labels(words['common'])['blocks']);
  const of = (namespace: string, ids: readonly string[]) => ids.map((each) => labels(words[namespace])[each]);
  return [
    ...needs.blocks.map((name) => blocks[name]),
    ...of('screens', [id]),
    ...of('forms', [...needs.forms, ...needs.labelled]),
    ...of('enums', needs.enums),
    ...of('formats', needs.formats),
    ...of('content', needs.content),
    words['corrections'],
  ];
}

/** Returns the labels of forms' fields and of the parts inside them. */
const labelsOf = (forms: Words[string] | undefined, ids: readonly string[]): Words => labelsIn(pick(forms, ids));

function labelsIn(words: Words): Words {
  const labels = Object.entries(words).flatMap(([name, word]): [string, Words[string]][] => {
    if (typeof word === 'string') return name === 'label' ? [[name, word]] : [];
    const inner = labelsIn(word);
    return Object.keys(inner).length > 0 ? [[name, inner]] : [];
  });
  return Object.fromEntries(labels);
}

/** Drops undefined properties, because a manifest is JSON. */
function defined<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as { [K in keyof T]: Exclude<T[K], undefined> };
}

function documentParts({ project }: Analysis, store: PartStore): Manifest['documents'] {
  const documents: Manifest['documents'] = {};
  for (const { id, language, document } of project.documents) {
    (documents[id] ??= {})[language] = {
      part: store.json(`document ${language} ${id}`, [document.text], () => ({ markdown: document.text })),
      hash: hashOf(document.text),
    };
  }
  return documents;
}

function usesOf({ project, sites }: Analysis): NonNullable<Manifest['uses']> {
  const all = new Map<string, Set<string>>();
  for (const entry of project.entries) {
    for (const { target, name } of sites(entry).references) {
      const names = all.get(target);
      if (names) names.add(name);
      else all.set(target, new Set([name]));
    }
  }
  const named = (target: string) => [...(all.get(target) ?? [])].toSorted();
  return {
    widgets: named('widget'),
    blocks: named('block'),
    operations: named('operation'),
    effects: named('effect'),
    clientEvents: named('clientEvent'),
    lookups: named('lookup'),
    kinds: Object.keys(project.registry.kinds)
      .filter((kind) => project.ofKind(kind).length > 0)
      .sort(),
  };
}
