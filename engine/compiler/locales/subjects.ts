import type { PropertySchema } from '../../config/form.ts';
import type { Settings } from '../../config/settings.ts';
import { textFormats } from '../../config/textFormats.ts';
import { nearMiss } from '../../expression/index.ts';
import type { Analysis } from '../analysis.ts';
import type { Located } from '../diagnostics.ts';
import type { LocaleFile, Project } from '../project/project.ts';
import { doubleSigns } from './amounts.ts';
import { at, type Catalogue, catalogueOfSubject, filesOf, subjectsIn } from './catalogue.ts';
import { copiedAmounts } from './copiedAmounts.ts';
import { inText } from './inText.ts';
import { isUnreadable } from './missing.ts';
import { brokenPlaceholder, formatsOf, placeholdersOf, strayBrace } from './placeholders.ts';
import { checkPlurals, type Plurals, pluralsOf, pluralStems } from './plurals.ts';
import { checkSameTexts } from './sameText.ts';
import { checkValues } from './sameValues.ts';
import { checkStatedLimits, type Fields, fieldsOf } from './statedLimits.ts';
import { untranslated } from './untranslated.ts';
import { checkFigures, checkLabels, checkLengths, checkWording } from './wording.ts';
import type { Language } from './words.ts';

/** Checks the texts of each subject in all languages. Checks a subject again only when one of its files or its schema changes. */
export function checkSubjects(
  languages: ReadonlyMap<string, Language>,
  settings: Settings,
  written: readonly string[],
  analysis: Analysis,
): Located[] {
  const { memo, project, forms } = analysis;
  const main = settings.languages.default;
  const plurals = new Map([...languages.keys()].map((code) => [code, pluralsOf(localeOf(code, settings))]));
  const schemas = [...forms.values()].map(({ schema }) => schema);
  const shapes = memo.of('shapes of fields', [...schemas, ...project.all('format'), project.brokenIn('')], () => ({}));
  const chosen = memo.of('chosen enums', [shapes], () => chosenEnums(analysis));
  const namespaces = new Set(Object.keys(languages.get(main)?.words ?? {}));
  const always = [settings, written.join(), [...languages.keys()].join()];

  function ofSubject(subject: string, files: readonly LocaleFile[]): readonly Located[] {
    const [namespace = '', id = ''] = subject.split('.');
    const fields = fieldsOf(namespace, id, analysis);
    const isKnown = namespaces.has(namespace);
    const unreadable = project.brokenIn(`locale/${main}/${namespace}`);
    const inputs = [...always, fields, unreadable, isKnown, chosen.has(id), ...files];
    const [first] = files;
    if (!first) return [];
    return memo.about(first, `texts of ${subject}`, inputs, () => {
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
  }

  function inAll(): Located[] {
    const found: Located[] = [];
    for (const { name, namespace, subjects, files } of unitsOf([...languages.values()])) {
      const unreadable = project.brokenIn(`locale/${main}/${namespace}`);
      const inputs = [...always, shaped.has(namespace) && shapes, unreadable, namespaces.has(namespace), ...files];
      const check = () => subjects().flatMap((subject) => ofSubject(subject, filesOfAll(languages, subject)));
      found.push(...memo.of(`findings in texts of ${name}`, inputs, check));
    }
    return found;
  }

  return memo.of('findings in texts', [...always, shapes, project.brokenIn(''), ...project.locales], inAll);
}

/** The namespaces whose texts are checked against fields. */
const shaped = new Set(['forms', 'formats', 'enums']);

const filesOfAll = (languages: ReadonlyMap<string, Language>, subject: string): LocaleFile[] =>
  [...languages.values()].flatMap((language) => filesOf(language, subject));

interface Unit {
  /** `screens/start`, or `forms` for the other subjects of a namespace. */
  name: string;
  namespace: string;
  subjects: () => readonly string[];
  files: readonly LocaleFile[];
}

/**
 * Yields the subjects by the files that can contain their texts in all languages. Yields them one at a time, so that no list of thousands
 * stays in memory.
 */
function* unitsOf(all: readonly Language[]): Generator<Unit> {
  const names = new Set(all.flatMap(({ files }) => [...files.keys()]));
  const filesNamed = (name: string) => all.flatMap(({ files }) => files.get(name) ?? []);
  for (const name of names) {
    const [namespace = '', first] = name.split('/', 2);
    const files = filesNamed(name);
    if (first === undefined) {
      const others = [...names].filter((each) => each.startsWith(`${namespace}/`));
      const hasOwnFile = (subject: string) => subject !== namespace && names.has(subject.replace('.', '/'));
      const subjects = () => [...new Set(files.flatMap(subjectsIn))].filter((subject) => !hasOwnFile(subject));
      yield { name, namespace, subjects, files: [...files, ...others.flatMap(filesNamed)] };
    } else yield { name, namespace, subjects: () => [`${namespace}.${first}`], files: [...files, ...filesNamed(namespace)] };
  }
}

const localeOf = (code: string, { languages }: Settings): string => languages.offered.find((each) => each.code === code)?.locale ?? code;

/** Findings in a language that nobody can choose must not block edits of another one. */
const inOffered = (code: string, { languages }: Settings, found: readonly Located[]): readonly Located[] =>
  languages.offered.some((each) => each.code === code)
    ? found
    : found.map((each): Located => ({ ...each, finding: { ...each.finding, severity: 'info' } }));

interface OfSubject {
  reference: Catalogue;
  present: readonly Catalogue[];
  settings: Settings;
  plurals: ReadonlyMap<string, Plurals>;
  /** Whether the subject is an enum that people choose from. */
  isChosen: boolean;
  fields: Fields;
}

/** Runs the checks that look at a text alone, or compare it with its neighbours and its translations. */
function checkTexts(catalogue: Catalogue, { reference, present, settings, plurals, isChosen, fields }: OfSubject): Located[] {
  const { constants } = settings;
  const isFaulty = (text: string) => strayBrace(text) !== undefined || unknownConstantIn(text, constants) !== undefined;
  const ofLanguage = plurals.get(catalogue.language.code) ?? pluralsOf('en');
  return [
    ...checkPlurals(catalogue, pluralStems(present), ofLanguage),
    ...checkValues(catalogue, { main: reference, all: present, isFaulty }, ofLanguage),
    ...checkWording(catalogue, reference),
    ...checkFigures(catalogue, reference, present),
    ...checkLabels(catalogue, reference, present, isChosen),
    ...checkSameTexts(catalogue, present),
    ...checkLengths(catalogue, present),
    ...checkStatedLimits(catalogue, reference, fields, Object.keys(constants)),
    ...unknownConstants(catalogue, constants),
    ...(catalogue === reference ? copiedAmounts(reference, settings) : []),
    ...unknownFormats(catalogue),
    ...brokenBraces(catalogue),
    ...doubleSigns(catalogue),
  ];
}

/** The enums that people choose from. */
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

function unknownConstants(catalogue: Catalogue, constants: Settings['constants']): Located[] {
  return catalogue.filled.flatMap((key) => {
    const constant = unknownConstantIn(catalogue.texts.get(key) ?? '', constants);
    if (constant === undefined) return [];
    const message = `There is no constant "${constant}" in the settings.`;
    const suggestion = inText(nearMiss(constant, Object.keys(constants)), (each) => `constants.${each}`);
    return at(catalogue, key, 'unknown-constant', message, suggestion);
  });
}

/** The first constant that a text uses but the settings lack. */
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

/** Reports translations of keys that the main language lacks, although it has their namespace. */
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
    return at(catalogue, key, 'broken-placeholder', brokenPlaceholder(brace));
  });
}
