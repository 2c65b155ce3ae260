import { textFormats } from '../../config/textFormats.ts';
import { nearMiss, type Suggestion } from '../../expression/index.ts';
import type { Analysis } from '../analysis.ts';
import type { Finding, Located } from '../diagnostics.ts';
import type { Project } from '../project/project.ts';
import type { SourceDocument } from '../project/document.ts';
import { at, catalogueOf, hasWords, inText, wordsFor, type Catalogue } from './catalogue.ts';
import { isUnreadable, missing } from './missing.ts';
import { formatsOf, placeholdersOf, stemOf } from './placeholders.ts';
import { requiredTexts, type RequiredText } from './required.ts';
import { languagesOf } from './words.ts';

/**
 * Words: none missing in a language that is offered, the same placeholders in all, none that nothing uses; and how complete
 * each language is.
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
  const each = (name: string, findings: (catalogue: Catalogue) => Located[], inputs: readonly unknown[] = []) =>
    [...catalogues].flatMap(([code, catalogue]) => memo.of(`${name} ${code}`, [catalogue, ...inputs], () => findings(catalogue)));
  const reference = catalogues.get(main);
  const codes = offered.map(({ code }) => code);
  const absent = codes.flatMap((code, index): Located[] =>
    catalogues.has(code) ? [] : [{ document: settings.document, finding: noWords(code, `/languages/offered/${index}/code`) }],
  );
  if (!reference) return absent;
  const required = requiredTexts(analysis);
  const present = codes.flatMap((code) => catalogues.get(code) ?? []);
  const unusedKeys = keysWithoutUse(reference, required, analysis);
  return [
    ...absent,
    ...present.flatMap((catalogue) =>
      missing(catalogue, reference, { required, unused: new Set(unusedKeys.map(stemOf)) }, analysis.project),
    ),
    ...each('placeholders', (catalogue) => placeholders(catalogue, reference), [reference]),
    ...unfilled(reference, required),
    ...unknownConstants(catalogues.values(), analysis),
    ...each('formats', unknownFormats),
    ...unusedKeys.flatMap((key) => at(reference, key, 'unused-key', `Nothing uses "${key}".`, { at: 'key', remove: true })),
    ...each('braces', brokenBraces),
    ...[...catalogues.values()].flatMap((catalogue) => unknownWords(catalogue, reference, analysis.project)),
    ...[...codes, ...prepared].flatMap((code) => completeness(code, catalogues.get(code), reference, settings.document)),
  ];
}

function noWords(code: string, pointer: string): Finding {
  return { code: 'missing-language', pointer, message: `There are no words in locales/${code}.` };
}

/** A translation says the same: the placeholders of each text are those of the main language. */
function placeholders(catalogue: Catalogue, reference: Catalogue): Located[] {
  if (catalogue === reference) return [];
  // Of most texts neither has any: they have nothing to tell each other.
  const filled = new Set([...catalogue.filled, ...reference.filled].map(stemOf));
  return [...filled].flatMap((stem): Located[] => {
    const keys = catalogue.stems.get(stem) ?? [];
    const expected = unionOf(wordsFor(reference, stem));
    const words = keys.flatMap((key) => catalogue.texts.get(key) || []);
    if (words.length === 0 || wordsFor(reference, stem).length === 0) return [];
    const actual = unionOf(words);
    const extra = [...actual].find((name) => !expected.has(name));
    const gone = [...expected].find((name) => !actual.has(name));
    if (extra === undefined && gone === undefined) return [];
    const message =
      extra === undefined ? `{{${gone}}} of the main language is missing here.` : `{{${extra}}} does not stand in the main language.`;
    const key = keys.find((each) => extra !== undefined && placeholdersOf(catalogue.texts.get(each) ?? '').has(extra)) ?? keys[0] ?? stem;
    return at(catalogue, key, 'placeholder-mismatch', message, extra === undefined ? {} : inBraces(nearMiss(extra, expected)));
  });
}

const inBraces = (suggestion: Suggestion): Suggestion => inText(suggestion, (name) => `{{${name}`);

function unionOf(texts: readonly string[]): Set<string> {
  return new Set(texts.flatMap((text) => [...placeholdersOf(text)]));
}

/** Texts of blocks get exactly the values of `with`, and the constants. */
function unfilled(reference: Catalogue, required: readonly RequiredText[]): Located[] {
  return required.flatMap(({ keys: [key = ''], values, document, pointer }): Located[] => {
    if (!values) return [];
    const names = [...unionOf(wordsFor(reference, key))].filter((name) => !name.startsWith('constants.'));
    const empty = names.find((name) => !values.includes(name));
    if (empty === undefined) return [];
    const message = `The text "${key}" has {{${empty}}}, but "with" gives no "${empty}".`;
    return [{ document, finding: { code: 'unfilled-placeholder', pointer, message, ...nearMiss(empty, values) } }];
  });
}

function unknownConstants(catalogues: Iterable<Catalogue>, { project }: Analysis): Located[] {
  const constants = project.one('settings')?.value.constants ?? {};
  return [...catalogues].flatMap((catalogue) =>
    catalogue.filled.flatMap((key) =>
      [...placeholdersOf(catalogue.texts.get(key) ?? '')].flatMap((name) => {
        const constant = name.startsWith('constants.') ? name.slice('constants.'.length) : undefined;
        if (constant === undefined || Object.hasOwn(constants, constant)) return [];
        return at(
          catalogue,
          key,
          'unknown-constant',
          `There is no constant "${constant}" in the settings.`,
          inText(nearMiss(constant, Object.keys(constants)), (each) => `constants.${each}`),
        );
      }),
    ),
  );
}

const knownFormats: readonly string[] = textFormats;

/** A value in a format that nobody knows would be shown as it is, 500000 where 5,000.00 is meant. */
function unknownFormats(catalogue: Catalogue): Located[] {
  return catalogue.filled.flatMap((key) =>
    formatsOf(catalogue.texts.get(key) ?? '').flatMap((name) =>
      knownFormats.includes(name)
        ? []
        : at(catalogue, key, 'unknown-format', `There is no format "${name}" for a value in a text.`, nearMiss(name, knownFormats)),
    ),
  );
}

/** Namespaces whose keys all follow from the configuration; of the others code asks for more than it declares. */
const derived = new Set(['forms', 'enums', 'screens', 'errors', 'content']);

function keysWithoutUse(reference: Catalogue, required: readonly RequiredText[], { forms }: Analysis): string[] {
  const used = new Set(required.flatMap(({ keys }) => keys));
  return [...reference.texts.keys()].filter((key) => {
    const [namespace = '', first = ''] = key.split('.');
    if (!derived.has(namespace) || used.has(key) || used.has(stemOf(key))) return false;
    return !(namespace === 'forms' && isOptionalWord(key, forms.get(first)?.schema.properties));
  });
}

/** Words of a translation that the main language does not have: nothing shows them. */
function unknownWords(catalogue: Catalogue, reference: Catalogue, project: Project): Located[] {
  const { code, words } = reference.language;
  return [...catalogue.stems.keys()].flatMap((stem) => {
    if (reference.stems.has(stem)) return [];
    const [namespace = ''] = stem.split('.');
    // Files of the main language that are missing or cannot be read say nothing about their keys.
    if (!Object.hasOwn(words, namespace) || isUnreadable(project, code, [stem])) return [];
    const [key = stem] = catalogue.stems.get(stem) ?? [];
    return at(catalogue, key, 'unknown-words', `The main language has no "${stem}".`, { at: 'key', remove: true });
  });
}

/** Braces that make no placeholder are shown as they stand. */
function brokenBraces(catalogue: Catalogue): Located[] {
  return [...catalogue.texts].flatMap(([key, text]) => {
    if (!text.includes('{') && !text.includes('}')) return [];
    const rest = text.replace(/\{\{[^{}]*\}\}/g, '');
    const brace = /[{}]+/.exec(rest)?.[0];
    if (brace === undefined) return [];
    return at(catalogue, key, 'broken-placeholder', `"${brace}" stands alone: a placeholder is written {{name}}.`);
  });
}

const formWords = new Set(['title', 'intro', 'submit']);
const fieldWords = new Set(['label', 'hint', 'placeholder', 'link']);

/** Words that a form may have: of itself, of a field or of a part of a field, and messages for any keyword. */
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
