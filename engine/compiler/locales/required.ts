import { defaultWidget } from '../../config/defaultWidget.ts';
import type { Registry } from '../../config/definitions.ts';
import type { FormSchema, PropertySchema } from '../../config/form.ts';
import type { FieldUi, FormUi } from '../../config/formUi.ts';
import type { Errors, Navigation } from '../../config/screen.ts';
import type { Settings } from '../../config/settings.ts';
import { ownersOf } from '../../form/owners.ts';
import { nearMiss } from '../../expression/index.ts';
import type { Analysis } from '../analysis.ts';
import { attached } from '../attached.ts';
import type { Located } from '../diagnostics.ts';
import { type AnyCatalogue, hasWords } from './catalogue.ts';
import type { Entry } from '../project/project.ts';
import type { SourceDocument } from '../project/document.ts';
import { pointerTo } from '../project/document.ts';
import { rulesOf } from '../release/formModule.ts';

/** A text that every offered language must have, and the place that uses it. */
export interface RequiredText {
  /** At least one of these keys must have a text. The first one is the key to write. */
  keys: readonly string[];
  document: SourceDocument;
  pointer: string;
  at?: 'key' | 'value';
  /** The values that fill the text, if known. Other placeholders stay empty. */
  values?: readonly string[];
  /** The expressions of these values, where a file has them. */
  sources?: Readonly<Record<string, string>>;
  /** Code uses the text, so a missing one is reported where the text belongs. */
  isOfCode?: true;
}

/** The texts that one part of the configuration needs. Stays the same object until that part changes. */
export type RequiredTexts = readonly RequiredText[];

/** The names of the files that can contain the texts: `screens` and `screens/start`. */
export const namesOf = attached((texts: RequiredTexts): readonly string[] => {
  const found = texts.flatMap(({ keys }) =>
    keys.flatMap((key) => {
      const [namespace = '', first] = key.split('.', 2);
      return [namespace, `${namespace}/${first}`];
    }),
  );
  return [...new Set(found)];
});

/** Returns every text that the configuration needs, by the conventions in design §3, Text. */
export function requiredTexts(analysis: Analysis): readonly RequiredTexts[] {
  return [
    ...ofForms(analysis),
    ...ofVariants(analysis),
    ...ofEnums(analysis),
    ...ofScreens(analysis),
    ...ofSpeech(analysis),
    ofCatalogue(analysis),
    ofCode(analysis),
  ];
}

function ofForms({ forms, project, memo }: Analysis): RequiredTexts[] {
  return [...forms.values()].map(({ entry, schema }) => {
    const layout = project.get('formUi', entry.id);
    // A missing layout has its own finding, and without it the texts are unknown.
    if (!layout) return [];
    return memo.about(entry, 'texts', [schema, layout], () => ofForm(entry, schema, layout.value.fields, project.registry));
  });
}

function ofForm(
  { id, document, value }: Entry<FormSchema>,
  schema: FormSchema,
  layout: FormUi['fields'],
  { widgets }: Registry,
): RequiredTexts {
  const isStructure = (ui: FieldUi | undefined, property: PropertySchema) =>
    widgets[ui?.['ui:widget'] ?? defaultWidget(property)]?.isStructure === true;

  function ofField(key: string, property: PropertySchema, ui: FieldUi | undefined, isRequired: boolean, pointer: string): RequiredText[] {
    const own = ofAnswer(key, property, isRequired, document, pointer);
    if (!isStructure(ui, property)) return own;
    const [owner, at] = property.items ? [property.items, `${pointer}/items`] : [property, pointer];
    const parts = Object.entries(owner.properties ?? {}).flatMap(([name, part]) =>
      ofField(`${key}.${name}`, part, ui?.items?.[name], owner.required?.includes(name) ?? false, pointerTo(`${at}/properties`, name)),
    );
    return [...own, ...parts];
  }

  const fields = Object.entries(schema.properties).flatMap(([name, property]) =>
    ofField(`forms.${id}.${name}`, property, layout[name], value.required?.includes(name) ?? false, pointerTo('/properties', name)),
  );
  const owners = new Map(ownersOf(schema).map((owner) => [owner.scope, owner.schema.properties ?? {}]));
  const rules = rulesOf(value).flatMap(({ scope, rule, pointer }): RequiredText[] => {
    if (!Object.hasOwn(owners.get(scope) ?? {}, rule.at)) return [];
    const field = scope === '' ? rule.at : `${scope.replaceAll('[]', '')}.${rule.at}`;
    return [
      { keys: [`forms.${id}.${field}.errors.${rule.error}`, `common.validation.${rule.error}`], document, pointer: `${pointer}/error` },
    ];
  });
  return [{ keys: [`forms.${id}.title`], document, pointer: '/id' }, ...fields, ...rules];
}

/** Texts that a single file determines. */
const ofFiles = <Value>(
  entries: readonly Entry<Value>[],
  { memo }: Analysis,
  textsOf: (entry: Entry<Value>) => RequiredTexts,
): RequiredTexts[] => entries.map((entry) => memo.about(entry, 'texts of file', [], () => textsOf(entry)));

const ofVariants = (analysis: Analysis): RequiredTexts[] =>
  ofFiles(analysis.project.all('formUi'), analysis, ({ id, document, value }) =>
    Object.entries(value.fields).flatMap(([name, field]) =>
      Object.keys(field['ui:variants']?.options ?? {}).map((code): RequiredText => ({
        keys: [`forms.${id}.${name}.hints.${code}`],
        document,
        pointer: pointerTo(`${pointerTo('/fields', name)}/ui:variants/options`, code),
        at: 'key',
      })),
    ),
  );

function ofAnswer(key: string, property: PropertySchema, isRequired: boolean, document: SourceDocument, pointer: string): RequiredText[] {
  return [
    { keys: [`${key}.label`], document, pointer, at: 'key' },
    ...(isRequired ? [{ keys: ownKeys(key, property, 'required'), document, pointer, at: 'key' } satisfies RequiredText] : []),
    ...keywordsOf(property).map((keyword): RequiredText => ({
      keys: [...messageKeys(key, property, keyword)],
      document,
      pointer,
      at: 'key',
    })),
  ];
}

const silentKeywords = new Set([
  'type',
  'properties',
  'items',
  'anyOf',
  'additionalProperties',
  'required',
  'default',
  'title',
  'description',
  '$comment',
  'examples',
]);

/**
 * Keywords that an answer can break, apart from `required`. Text in a number field breaks its type. Any other wrong type, or an unknown
 * property, is a bug of a widget and never shown.
 */
function keywordsOf(property: PropertySchema): string[] {
  const own = Object.keys(property).filter((keyword) => !silentKeywords.has(keyword) && !keyword.startsWith('x-') && keyword !== '$ref');
  const more = property['x-lookup'] === undefined ? own : ['lookup', ...own];
  return property.type === 'number' || property.type === 'integer' ? ['type', ...more] : more;
}

/** The fallback order of engine/form/messages.ts. */
const messageKeys = (key: string, property: PropertySchema, keyword: string): string[] => [
  `common.validation.${keyword}`,
  ...ownKeys(key, property, keyword),
];

/** The keys specific to a field. The general message of `required` names no field, so it cannot replace them. */
function ownKeys(key: string, property: PropertySchema, keyword: string): string[] {
  const format = property['x-format'];
  return [`${key}.errors.${keyword}`, ...(format === undefined ? [] : [`formats.${format}.errors.${keyword}`])];
}

const ofEnums = (analysis: Analysis): RequiredTexts[] =>
  ofFiles(analysis.project.all('enum'), analysis, ({ id, document, value }) =>
    value.enum.map((code, index): RequiredText => ({ keys: [`enums.${id}.${code}`], document, pointer: `/enum/${index}` })),
  );

function ofScreens({ project, sites, memo }: Analysis): RequiredTexts[] {
  const textsOf = (entry: Entry): RequiredTexts => [
    ...(entry.kind === 'screen' ? [{ keys: [`screens.${entry.id}.title`], document: entry.document, pointer: '/id' }] : []),
    ...sites(entry).texts.map(({ key, values, pointer }): RequiredText => ({
      keys: [key.startsWith('common.') ? key : underOf(entry, key)],
      document: entry.document,
      pointer: `${pointer}/key`,
      values: Object.keys(values),
      sources: values,
    })),
  ];
  return project.entries.map((entry) => memo.about(entry, 'texts shown', [], () => textsOf(entry)));
}

/** Texts of a screen or a content file are under the file's id. */
function underOf({ kind, id }: Entry, key: string): string {
  if (kind === 'screen') return `screens.${id}.${key}`;
  return kind === 'content' ? `content.${id}.${key}` : key;
}

/** Texts that code fills. Constants are available there by their bare names. */
function ofSpeech(analysis: Analysis): RequiredTexts[] {
  const { project, sites, memo } = analysis;
  const settings = project.one('settings');
  const constants = Object.keys(settings?.value.constants ?? {});
  const known = spokenTexts(analysis);
  const textsOf = (entry: Entry): RequiredTexts =>
    sites(entry).spoken.map(({ key, values, pointer, like }): RequiredText => {
      const filled = like ? known.get(like.key) : values;
      return { keys: [key], document: entry.document, pointer, ...(filled && { values: [...filled, ...constants] }) };
    });
  return speakersOf(analysis).map((entry) => memo.about(entry, 'texts spoken', [settings, known], () => textsOf(entry)));
}

/** The files that provide texts for code. */
export const speakersOf = ({ project, sites, memo }: Analysis): readonly Entry[] =>
  memo.of('speakers', project.entries, () => project.entries.filter((entry) => sites(entry).spoken.length > 0));

/** All texts whose values are known: those of code, and those that the configuration adds to them. */
function spokenTexts(analysis: Analysis): ReadonlyMap<string, readonly string[]> {
  const { project, sites, memo } = analysis;
  const speakers = speakersOf(analysis);
  return memo.of('spoken texts', speakers, () => {
    const configured = speakers.flatMap((entry) => sites(entry).spoken.filter(({ like }) => !like));
    return new Map([
      ...Object.entries(project.registry.spokenTexts ?? {}),
      ...configured.map(({ key, values }): [string, readonly string[]] => [key, values]),
    ]);
  });
}

/** Checks that a notice replaces an SMS that code sends. If the text of the SMS still exists, it may be sent again. */
export function checkNotices(analysis: Analysis, main: AnyCatalogue): Located[] {
  const known = [...spokenTexts(analysis).keys()];
  return speakersOf(analysis).flatMap((entry) => {
    const { spoken } = analysis.sites(entry);
    const unknown = spoken.filter(({ like }) => like && !known.includes(like.key) && !hasWords(main, like.key));
    // The title and the text of a notice name the same SMS, so report one of them.
    const pointers = new Map(unknown.map(({ pointer, like }) => [pointer.replace(/[^/]*$/, like?.by ?? ''), String(like?.key)]));
    return [...pointers].map(([pointer, key]): Located => {
      const under = key.split('.').slice(0, 2).join('.');
      const name = key.slice(under.length + 1);
      const names = known.filter((each) => each.startsWith(`${under}.`)).map((each) => each.slice(under.length + 1));
      const message = `Nothing sends "${name}", so this would never appear.`;
      return { document: entry.document, finding: { code: 'unknown-notice', pointer, message, ...nearMiss(name, names) } };
    });
  });
}

function ofCatalogue({ project, memo }: Analysis): RequiredTexts {
  const [errors, navigation] = [project.one('errors'), project.one('navigation')];
  return memo.of('texts of errors and navigation', [errors, navigation], () => ofErrorsAndLinks(errors, navigation));
}

function ofErrorsAndLinks(errors: Entry<Errors> | undefined, navigation: Entry<Navigation> | undefined): RequiredTexts {
  const { document } = errors ?? {};
  const ofErrors = Object.keys(errors?.value.errors ?? {}).flatMap((code): RequiredText[] =>
    document ? [{ keys: [`errors.${code}`], document, pointer: pointerTo('/errors', code), at: 'key' }] : [],
  );
  const ofLinks = (links: readonly { key: string }[] = [], at: string) =>
    links.flatMap(({ key }, index): RequiredText[] =>
      navigation ? [{ keys: [`common.navigation.${key}`], document: navigation.document, pointer: `${at}/${index}/key` }] : [],
    );
  const { tabs, links, sections = [] } = navigation?.value ?? {};
  const ofSections = sections.flatMap((section, index) => ofLinks(section.links, `/sections/${index}/links`));
  return [...ofErrors, ...ofLinks(tabs, '/tabs'), ...ofLinks(links, '/links'), ...ofLinks(sections, '/sections'), ...ofSections];
}

/** Texts that widgets and blocks declare. Code uses them, so a missing one is reported at the list of languages. */
function ofCode({ project, memo }: Analysis): RequiredTexts {
  const settings = project.one('settings');
  return settings ? memo.about(settings, 'texts of code', [], () => namedByCode(settings, project.registry)) : [];
}

function namedByCode(settings: Entry<Settings>, { widgets, blocks, spokenTexts: spoken = {} }: Registry): RequiredTexts {
  const themes = (settings.value.themes ?? []).map((palette, index): RequiredText => ({
    keys: [`common.themes.${palette}`],
    document: settings.document,
    pointer: `/themes/${index}`,
  }));
  const constants = Object.keys(settings.value.constants);
  const said = Object.entries(spoken).map(([key, fills]): RequiredText => ({
    keys: [key],
    document: settings.document,
    pointer: '/languages/offered',
    values: [...fills, ...constants],
    isOfCode: true,
  }));
  const keys = [
    ...Object.values(widgets).flatMap(({ name, words = [] }) => words.map((word) => `common.widgets.${name}.${word}`)),
    ...Object.values(blocks).flatMap(({ name, words = [] }) => words.map((word) => `common.blocks.${name}.${word}`)),
  ];
  return [
    ...themes,
    ...said,
    ...keys.map((key) => ({ keys: [key], document: settings.document, pointer: '/languages/offered', isOfCode: true as const })),
  ];
}
