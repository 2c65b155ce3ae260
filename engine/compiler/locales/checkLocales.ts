import type { PropertySchema } from '../../config/form.ts';
import type { Settings } from '../../config/settings.ts';
import { textFormats } from '../../config/textFormats.ts';
import { nearMiss } from '../../expression/index.ts';
import type { Analysis } from '../analysis.ts';
import type { Finding, Located } from '../diagnostics.ts';
import type { Project } from '../project/project.ts';
import type { SourceDocument } from '../project/document.ts';
import { at, catalogueOf, hasWords, placeOf, wordsFor, type Catalogue } from './catalogue.ts';
import { copiedAmounts } from './copiedAmounts.ts';
import { inText } from './inText.ts';
import { isUnreadable, missing } from './missing.ts';
import { checkPartly, partlyOffered } from './partly.ts';
import { formatsOf, placeholdersOf, stemOf } from './placeholders.ts';
import { checkPlurals, pluralsOf, pluralStems } from './plurals.ts';
import { checkNotices, requiredTexts, type RequiredText } from './required.ts';
import { checkValues } from './sameValues.ts';
import { checkFigures, checkLabels, checkLengths, checkWording } from './wording.ts';
import { checkSameTexts } from './sameText.ts';
import { rawAmounts } from './amounts.ts';
import { checkStatedLimits } from './statedLimits.ts';
import { untranslated } from './untranslated.ts';
import { languagesOf } from './words.ts';

/**
 * Checks texts: no text is missing in an offered language, all translations use the same placeholders, and no text is unused. Also
 * reports how complete each language is.
 */
export function checkLocales(analysis: Analysis): Located[] {
  const settings = analysis.project.one('settings');
  if (!settings) return [];
  const { offered, prepared = [], default: main } = settings.value.languages;
  const { memo } = analysis;
  const catalogues = new Map(
    [...languagesOf(analysis.project)].map(([code, language]) => [
      code,
      memo.of(`catalogue ${code}`, [...language.files.values()], () => catalogueOf(language)),
    ]),
  );
  const codes = offered.map(({ code }) => code);
  /** The texts of a language that nobody can choose must not block an edit of another one. */
  const inOffered = (code: string, found: readonly Located[]) =>
    codes.includes(code) ? found : found.map((each): Located => ({ ...each, finding: { ...each.finding, severity: 'info' } }));
  const each = (name: string, findings: (catalogue: Catalogue) => Located[], inputs: readonly unknown[] = []) =>
    [...catalogues].flatMap(([code, catalogue]) =>
      inOffered(
        code,
        memo.of(`${name} ${code}`, [catalogue, ...inputs], () => findings(catalogue)),
      ),
    );
  const reference = catalogues.get(main);
  const isWritten = (code: string) => [...(catalogues.get(code)?.texts.values() ?? [])].some((text) => text !== '');
  const absent = codes.flatMap((code, index): Located[] =>
    isWritten(code) ? [] : [{ document: settings.document, finding: noWords(code, `/languages/offered/${index}/code`) }],
  );
  if (!reference) return absent;
  const required = requiredTexts(analysis);
  const present = codes.filter(isWritten).flatMap((code) => catalogues.get(code) ?? []);
  const partly = partlyOffered(settings.value.languages);
  const complete = present.filter(({ language: { code } }) => !partly.has(code));
  const plural = pluralStems(present);
  const localeOf = new Map(offered.map(({ code, locale }) => [code, locale]));
  const pluralsIn = ({ language: { code } }: Catalogue) => pluralsOf(localeOf.get(code) ?? code);
  const { constants } = settings.value;
  const isFaulty = (text: string) => strayBrace(text) !== undefined || unknownConstantIn(text, constants) !== undefined;
  const compared = { main: reference, all: present, isFaulty };
  const chosen = chosenEnums(analysis);
  const unusedKeys = keysWithoutUse(reference, required, analysis);
  return [
    ...absent,
    ...checkPartly(settings.value.languages, catalogues, reference, settings.document),
    ...complete.flatMap((catalogue) =>
      missing(catalogue, reference, { required, unused: new Set(unusedKeys.map(stemOf)), all: present }, analysis.project),
    ),
    ...each('plurals', (catalogue) => checkPlurals(catalogue, plural, pluralsIn(catalogue)), [...present]),
    ...each('placeholders', (catalogue) => checkValues(catalogue, compared, pluralsIn(catalogue)), [...present, settings.value]),
    ...each('wording', (catalogue) => checkWording(catalogue, reference), [reference]),
    ...each('figures', (catalogue) => checkFigures(catalogue, reference), [reference]),
    ...each('labels', (catalogue) => checkLabels(catalogue, reference, present, chosen), [...present, analysis.forms]),
    ...each('same texts', (catalogue) => checkSameTexts(catalogue, present), [...present]),
    ...each('lengths', (catalogue) => checkLengths(catalogue, present), [...present]),
    ...rawAmounts(reference, present, required),
    ...checkNotices(analysis, reference),
    ...each('limits', (catalogue) => checkStatedLimits(catalogue, reference, analysis), [
      reference,
      analysis.forms,
      settings.value,
      ...analysis.project.all('format'),
    ]),
    ...unfilled(reference, required),
    ...each('constants', (catalogue) => unknownConstants(catalogue, constants), [settings.value]),
    ...memo.of(`amounts ${main}`, [reference, settings.value], () => copiedAmounts(reference, settings.value)),
    ...each('formats', unknownFormats),
    ...unusedKeys.flatMap((key) => {
      const also = translationsOf(key, [...catalogues.values()], reference);
      return at(reference, key, 'unused-key', `Nothing uses "${key}".`, { at: 'key', remove: true, also });
    }),
    ...present.flatMap((catalogue) => (catalogue === reference ? [] : untranslated(catalogue, reference))),
    ...each('braces', brokenBraces),
    ...[...catalogues].flatMap(([code, catalogue]) => inOffered(code, unknownWords(catalogue, reference, analysis.project))),
    ...[...codes, ...prepared].flatMap((code) => completeness(code, catalogues.get(code), reference, settings.document)),
  ];
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
  const used = new Set(required.flatMap(({ keys }) => keys));
  // Where notices name texts, those beside them are named there too.
  const named = new Set(project.entries.flatMap((entry) => sites(entry).spoken.flatMap(({ key, like }) => (like ? parentOf(key) : []))));
  return [...reference.texts.keys()].filter((key) => {
    const [namespace = '', first = ''] = key.split('.');
    if (!(derived.has(namespace) || named.has(parentOf(key))) || used.has(key) || used.has(stemOf(key))) return false;
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

/** Reports translations of keys that the main language does not have. */
function unknownWords(catalogue: Catalogue, reference: Catalogue, project: Project): Located[] {
  const { code, words } = reference.language;
  return [...catalogue.stems.keys()].flatMap((stem) => {
    if (reference.stems.has(stem)) return [];
    const [namespace = ''] = stem.split('.');
    // If a file of the main language is missing or unreadable, its keys are unknown.
    if (!Object.hasOwn(words, namespace) || isUnreadable(project, code, [stem])) return [];
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

function completeness(code: string, catalogue: Catalogue | undefined, reference: Catalogue, document: SourceDocument): Located[] {
  const total = reference.stems.size;
  const filled = catalogue ? [...reference.stems.keys()].filter((stem) => hasWords(catalogue, stem)).length : 0;
  const share = total === 0 ? 100 : Math.floor((filled / total) * 100);
  const message = `"${code}" has ${filled} of ${total} texts (${share} %).`;
  return [
    {
      document,
      finding: {
        code: 'completeness',
        pointer: '/languages',
        message,
        witness: { language: code, filled, of: total },
      },
    },
  ];
}
