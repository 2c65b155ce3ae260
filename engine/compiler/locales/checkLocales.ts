import type { PropertySchema } from '../../config/form.ts';
import type { Settings } from '../../config/settings.ts';
import { textFormats } from '../../config/textFormats.ts';
import { nearMiss } from '../../expression/index.ts';
import type { Analysis } from '../analysis.ts';
import type { Memo } from '../memo.ts';
import type { Finding, Located } from '../diagnostics.ts';
import type { Project } from '../project/project.ts';
import type { SourceDocument } from '../project/document.ts';
import { at, catalogueOf, catalogueOfSubject, filesOf, hasWords, placeOf, subjectsOf, wordsFor, type Catalogue } from './catalogue.ts';
import { copiedAmounts } from './copiedAmounts.ts';
import { inText } from './inText.ts';
import { isUnreadable, missing } from './missing.ts';
import { checkPartly, partlyOffered } from './partly.ts';
import { formatsOf, placeholdersOf, stemOf } from './placeholders.ts';
import { checkPlurals, pluralsOf, pluralStems, type Plurals } from './plurals.ts';
import { checkNotices, requiredTexts, type RequiredText } from './required.ts';
import { checkValues } from './sameValues.ts';
import { checkFigures, checkLabels, checkLengths, checkWording } from './wording.ts';
import { checkSameTexts } from './sameText.ts';
import { rawAmounts } from './amounts.ts';
import { checkStatedLimits, fieldsOf, type Fields } from './statedLimits.ts';
import { untranslated } from './untranslated.ts';
import { languagesOf, type Language } from './words.ts';

/**
 * Checks texts: no text is missing in an offered language, all translations use the same placeholders, and no text is unused. Also
 * reports how complete each language is.
 */
export function checkLocales(analysis: Analysis): Located[] {
  const { memo, project } = analysis;
  const settings = project.one('settings');
  if (!settings) return [];
  const { offered, prepared = [], default: main } = settings.value.languages;
  const languages = languagesOf(project);
  const catalogues = new Map(
    [...languages].map(([code, language]) => [
      code,
      memo.of(`catalogue ${code}`, [...language.files.values()], () => catalogueOf(language)),
    ]),
  );
  const codes = offered.map(({ code }) => code);
  const reference = catalogues.get(main);
  const written = codes.filter((code) => isWritten(catalogues.get(code)));
  const absent = codes.flatMap((code, index): Located[] =>
    written.includes(code) ? [] : [{ document: settings.document, finding: noWords(code, `/languages/offered/${index}/code`) }],
  );
  if (!reference) return absent;
  const required = requiredTexts(analysis);
  const present = written.flatMap((code) => catalogues.get(code) ?? []);
  const partly = partlyOffered(settings.value.languages);
  const complete = present.filter(({ language: { code } }) => !partly.has(code));
  const unusedKeys = keysWithoutUse(reference, required, analysis);
  const unused = new Set(unusedKeys.map(stemOf));
  const lackingOf = (code: string) => lackingIn(catalogues.get(code), reference, memo);
  return [
    ...absent,
    ...checkPartly(settings.value.languages, catalogues, reference, settings.document),
    ...complete.flatMap((catalogue) => {
      const lacking = lackingOf(catalogue.language.code);
      return missing(catalogue, reference, { required, lacking, unused, all: present }, project);
    }),
    ...checkSubjects(languages, settings.value, written, analysis),
    ...rawAmounts(reference, present, required),
    ...checkNotices(analysis, reference),
    ...unfilled(reference, required),
    ...unusedKeys.flatMap((key) => {
      const also = translationsOf(key, [...catalogues.values()], reference);
      return at(reference, key, 'unused-key', `Nothing uses "${key}".`, { at: 'key', remove: true, also });
    }),
    ...[...codes, ...prepared].map((code) => {
      const filled = catalogues.has(code) ? reference.stems.size - lackingOf(code).length : 0;
      return completeness(code, filled, reference.stems.size, settings.document);
    }),
  ];
}

/** Checks the texts of each subject in all languages. A subject is checked again when one of its files or its schema changed. */
function checkSubjects(
  languages: ReadonlyMap<string, Language>,
  settings: Settings,
  written: readonly string[],
  analysis: Analysis,
): Located[] {
  const { memo, project } = analysis;
  const main = settings.languages.default;
  const chosen = chosenEnums(analysis);
  const plurals = new Map([...languages.keys()].map((code) => [code, pluralsOf(localeOf(code, settings))]));
  const namespaces = Object.keys(languages.get(main)?.words ?? {});
  return [...new Set([...languages.values()].flatMap((language) => [...subjectsOf(language)]))].flatMap((subject) => {
    const [namespace = '', id = ''] = subject.split('.');
    const fields = fieldsOf(namespace, id, analysis);
    const isKnown = namespaces.includes(namespace);
    const files = [...languages.values()].flatMap((language) => filesOf(language, subject));
    const unreadable = project.brokenIn(`locale/${main}/${namespace}`);
    const inputs = [settings, written.join(), [...languages.keys()].join(), fields, unreadable, isKnown, chosen.has(id), ...files];
    return memo.of(`texts of ${subject}`, inputs, () => {
      const slices = new Map([...languages].map(([code, language]) => [code, catalogueOfSubject(language, subject)]));
      const reference = slices.get(main);
      if (!reference) throw new Error(`no texts in ${main}`);
      const present = written.flatMap((code) => slices.get(code) ?? []);
      const of = { reference, present, settings, plurals, isChosen: chosen.has(id), fields };
      return [...slices].flatMap(([code, catalogue]) => [
        ...inOffered(code, settings, checkTexts(catalogue, of)),
        ...(isKnown ? inOffered(code, settings, unknownWords(catalogue, reference, project)) : []),
        ...(catalogue !== reference && present.includes(catalogue) ? untranslated(catalogue, reference) : []),
      ]);
    });
  });
}

const localeOf = (code: string, { languages }: Settings): string => languages.offered.find((each) => each.code === code)?.locale ?? code;

/** The texts of a language that nobody can choose must not block an edit of another one. */
const inOffered = (code: string, { languages }: Settings, found: readonly Located[]): readonly Located[] =>
  languages.offered.some((each) => each.code === code)
    ? found
    : found.map((each): Located => ({ ...each, finding: { ...each.finding, severity: 'info' } }));

/** The texts of the main language that another one lacks. */
function lackingIn(catalogue: Catalogue | undefined, reference: Catalogue, memo: Memo): readonly string[] {
  if (!catalogue) return [];
  const find = () => [...reference.stems.keys()].filter((stem) => !hasWords(catalogue, stem));
  return memo.of(`lacking in ${catalogue.language.code}`, [catalogue, reference], find);
}

interface OfSubject {
  reference: Catalogue;
  present: readonly Catalogue[];
  settings: Settings;
  plurals: ReadonlyMap<string, Plurals>;
  /** The subject is an enum between whose codes people choose. */
  isChosen: boolean;
  fields: Fields;
}

/** Runs the checks that compare a text with itself, with its neighbours and with its translations. */
function checkTexts(catalogue: Catalogue, { reference, present, settings, plurals, isChosen, fields }: OfSubject): Located[] {
  const { constants } = settings;
  const isFaulty = (text: string) => strayBrace(text) !== undefined || unknownConstantIn(text, constants) !== undefined;
  const ofLanguage = plurals.get(catalogue.language.code) ?? pluralsOf('en');
  return [
    ...checkPlurals(catalogue, pluralStems(present), ofLanguage),
    ...checkValues(catalogue, { main: reference, all: present, isFaulty }, ofLanguage),
    ...checkWording(catalogue, reference),
    ...checkFigures(catalogue, reference),
    ...checkLabels(catalogue, reference, present, isChosen),
    ...checkSameTexts(catalogue, present),
    ...checkLengths(catalogue, present),
    ...checkStatedLimits(catalogue, reference, fields, Object.keys(constants)),
    ...unknownConstants(catalogue, constants),
    ...(catalogue === reference ? copiedAmounts(reference, settings) : []),
    ...unknownFormats(catalogue),
    ...brokenBraces(catalogue),
  ];
}

function isWritten(catalogue: Catalogue | undefined): boolean {
  for (const text of catalogue?.texts.values() ?? []) if (text !== '') return true;
  return false;
}

/** The enums between whose codes people choose. */
function chosenEnums({ forms }: Analysis): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (property: PropertySchema): void => {
    if (property['x-enum'] !== undefined) found.add(property['x-enum']);
    if (property.items) visit(property.items);
    Object.values(property.properties ?? {}).forEach(visit);
  };
  for (const { schema } of forms.values()) Object.values(schema.properties).forEach(visit);
  return found;
}

function noWords(code: string, pointer: string): Finding {
  return { code: 'missing-language', pointer, message: `The folder locales/${code} has no texts.` };
}

function unionOf(texts: readonly string[]): Set<string> {
  return new Set(texts.flatMap((text) => [...placeholdersOf(text)]));
}

/** Checks that `with` and the constants fill every placeholder of a block's text. */
function unfilled(reference: Catalogue, required: readonly RequiredText[]): Located[] {
  return required.flatMap(({ keys: [key = ''], values, sources, document, pointer }): Located[] => {
    if (!values) return [];
    const names = [...unionOf(wordsFor(reference, key))].filter((name) => !name.startsWith('constants.'));
    const empty = names.find((name) => !values.includes(name));
    if (empty === undefined) return [];
    const given = sources ? '"with" does not give' : 'code does not give';
    const message = `The text "${key}" has {{${empty}}}, but ${given} "${empty}".`;
    return [{ document, finding: { code: 'unfilled-placeholder', pointer, message, ...nearMiss(empty, values) } }];
  });
}

function unknownConstants(catalogue: Catalogue, constants: Settings['constants']): Located[] {
  return catalogue.filled.flatMap((key) => {
    const constant = unknownConstantIn(catalogue.texts.get(key) ?? '', constants);
    if (constant === undefined) return [];
    const message = `There is no constant "${constant}" in the settings.`;
    const suggestion = inText(nearMiss(constant, Object.keys(constants)), (each) => `constants.${each}`);
    return at(catalogue, key, 'unknown-constant', message, suggestion);
  });
}

/** The first constant that a text names and the settings lack. */
function unknownConstantIn(text: string, constants: Settings['constants']): string | undefined {
  const named = [...placeholdersOf(text)].flatMap((name) => (name.startsWith('constants.') ? name.slice('constants.'.length) : []));
  return named.find((name) => !Object.hasOwn(constants, name));
}

const knownFormats: readonly string[] = textFormats;

/** An unknown format leaves the value raw: 500000 instead of 5,000.00. */
function unknownFormats(catalogue: Catalogue): Located[] {
  return catalogue.filled.flatMap((key) =>
    formatsOf(catalogue.texts.get(key) ?? '').flatMap((name) =>
      knownFormats.includes(name)
        ? []
        : at(catalogue, key, 'unknown-format', `There is no text format "${name}".`, nearMiss(name, knownFormats)),
    ),
  );
}

/** The namespaces whose keys all follow from the configuration. In other namespaces code can ask for keys that it does not declare. */
const derived = new Set(['forms', 'enums', 'screens', 'errors', 'content']);

function keysWithoutUse(reference: Catalogue, required: readonly RequiredText[], { forms, project, sites }: Analysis): string[] {
  const used = new Set<string>();
  for (const { keys } of required) for (const key of keys) used.add(key);
  // Where notices name texts, those beside them are named there too.
  const named = new Set(project.entries.flatMap((entry) => sites(entry).spoken.flatMap(({ key, like }) => (like ? parentOf(key) : []))));
  return [...reference.texts.keys()].filter((key) => {
    if (used.has(key) || used.has(stemOf(key))) return false;
    const [namespace = '', first = ''] = key.split('.');
    if (!derived.has(namespace) && !named.has(parentOf(key))) return false;
    return !(namespace === 'forms' && isOptionalWord(key, forms.get(first)?.schema.properties));
  });
}

const parentOf = (key: string): string => key.slice(0, Math.max(key.lastIndexOf('.'), 0));

/** The places of a text in the other languages, each with all its plural forms. */
function translationsOf(key: string, catalogues: readonly Catalogue[], reference: Catalogue): NonNullable<Finding['also']> {
  return catalogues.flatMap((catalogue) => {
    if (catalogue === reference) return [];
    const forms = catalogue.stems.get(stemOf(key)) ?? [];
    return forms.flatMap((form) => {
      const place = placeOf(catalogue, form);
      return place?.isThere ? [{ document: place.document, pointer: place.pointer }] : [];
    });
  });
}

/** Reports translations of keys that the main language, which knows the namespace, does not have. */
function unknownWords(catalogue: Catalogue, reference: Catalogue, project: Project): Located[] {
  return [...catalogue.stems.keys()].flatMap((stem) => {
    // If a file of the main language is unreadable, its keys are unknown.
    if (reference.stems.has(stem) || isUnreadable(project, reference.language.code, [stem])) return [];
    const [key = stem] = catalogue.stems.get(stem) ?? [];
    return at(catalogue, key, 'unknown-words', `The main language has no "${stem}".`, { at: 'key', remove: true });
  });
}

/** i18next shows incomplete placeholders as they are. */
function brokenBraces(catalogue: Catalogue): Located[] {
  return [...catalogue.texts].flatMap(([key, text]) => {
    const brace = strayBrace(text);
    if (brace === undefined) return [];
    return at(catalogue, key, 'broken-placeholder', `"${brace}" has no counterpart. Write a placeholder as {{name}}.`);
  });
}

function strayBrace(text: string): string | undefined {
  if (!text.includes('{') && !text.includes('}')) return undefined;
  return /[{}]+/.exec(text.replace(/\{\{[^{}]*\}\}/g, ''))?.[0];
}

const formWords = new Set(['title', 'intro', 'submit']);
const fieldWords = new Set(['label', 'hint', 'placeholder', 'link', 'item', 'add']);

/** Texts that a form can have but does not need: of the form, of a field or its parts, and messages for any keyword. */
function isOptionalWord(key: string, properties: Readonly<Record<string, object>> | undefined): boolean {
  const [, , field = '', ...rest] = key.split('.');
  if (!properties) return false;
  if (rest.length === 0) return formWords.has(field);
  if (!Object.hasOwn(properties, field)) return false;
  const last = rest.at(-1) ?? '';
  return rest.at(-2) === 'errors' || fieldWords.has(last);
}

function completeness(code: string, filled: number, total: number, document: SourceDocument): Located {
  const share = total === 0 ? 100 : Math.floor((filled / total) * 100);
  const message = `"${code}" has ${filled} of ${total} texts (${share} %).`;
  const witness = { language: code, filled, of: total };
  return { document, finding: { code: 'completeness', pointer: '/languages', message, witness } };
}
