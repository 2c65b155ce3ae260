import type { Finding, Located } from '../diagnostics.ts';
import { createDocument } from '../project/document.ts';
import type { Project } from '../project/project.ts';
import {
  type AnyCatalogue,
  catalogueOfSubject,
  filesOf,
  hasWords,
  placeOf,
  subjectsIn,
  textsIn,
  type WholeCatalogue,
} from './catalogue.ts';
import { stemOf } from './placeholders.ts';
import type { RequiredText, RequiredTexts } from './required.ts';
import { fileOf } from './words.ts';

export interface Asked {
  required: readonly RequiredTexts[];
  /** The required texts that this language lacks. */
  unmet: readonly RequiredText[];
  /** All texts of the main language that this language lacks, required or not. */
  lacking: readonly string[];
  /** Unused keys of the main language. A translation may omit them. */
  unused: ReadonlySet<string>;
  /** All offered languages. */
  all: readonly WholeCatalogue[];
}

/** Reports texts that an offered language lacks. */
export function missing(
  catalogue: WholeCatalogue,
  reference: WholeCatalogue,
  { required, unmet, lacking, unused, all }: Asked,
  project: Project,
): Located[] {
  const { code } = catalogue.language;
  const files = missingFiles(catalogue, all, project);
  const isInFile = (key: string) => files.some(({ prefix }) => key.startsWith(prefix));
  const reported = new Set<string>();
  const listing = new Listing();
  let unwritten: ReturnType<typeof unwrittenOf> | undefined;
  const unwrittenAbout = (key: string) => (unwritten ??= unwrittenOf(required.flat(), reference)).get(subjectOf(key));
  for (const text of unmet) {
    const [key = ''] = text.keys;
    if (reported.has(key) || isUnreadable(project, code, text.keys)) continue;
    if (text.keys.some(isInFile)) continue;
    reported.add(key);
    // A text that every language lacks is reported where it is used. A text that only a translation lacks is reported in its file.
    const everywhere = !text.keys.some((each) => hasWords(reference, each));
    if (everywhere && catalogue !== reference) continue;
    const atUse = () => atOrigin(text, key, code);
    const together = everywhere && !text.isOfCode ? unwrittenAbout(key) : undefined;
    if (together) {
      if (together.first === key) listing.add(text.document.path, () => unwrittenAt(text, together.count, code));
    } else if (everywhere && !text.isOfCode) listing.add(text.document.path, atUse);
    else listing.add(pathOf(catalogue, key), () => inFile(catalogue, reference, key, atUse));
  }
  const ofFiles = files.map(({ located }) => located);
  if (catalogue === reference) return [...ofFiles, ...listing.found()];
  const known = new Set([...reported, ...unused]);
  // Texts that only code uses are compared with the main language.
  for (const stem of lacking) {
    if (known.has(stem) || isInFile(stem) || !hasWords(reference, stem) || isUnreadable(project, code, [stem])) continue;
    listing.add(pathOf(catalogue, stem), () => inFile(catalogue, reference, stem, () => onlyInMain(reference, stem, code)));
  }
  return [...ofFiles, ...listing.found()];
}

/** The subject of a text: "screens.start". */
const subjectOf = (key: string): string => key.split('.', 2).join('.');

/** If a subject has no texts at all and needs more than this, that is one fault: it is new, or was renamed without its texts. */
const mostUnwritten = 3;

/** Finds the subjects that need texts but have none in the main language. */
function unwrittenOf(required: readonly RequiredText[], reference: AnyCatalogue): Map<string, { first: string; count: number }> {
  const written = new Set([...reference.texts.keys()].map(subjectOf));
  const keys = new Set(required.map(({ keys: [key = ''] }) => key));
  const found = [...Map.groupBy(keys, subjectOf)].flatMap(([subject, own]) =>
    own[0] !== undefined && own.length > mostUnwritten && !written.has(subject)
      ? [[subject, { first: own[0], count: own.length }] as const]
      : [],
  );
  return new Map(found);
}

function unwrittenAt({ keys: [key = ''], document, pointer, at: part }: RequiredText, count: number, language: string): Located {
  const message = `Texts are missing: "${subjectOf(key)}" needs ${count} in locales/${language}.`;
  return { document, finding: { code: 'missing-key', pointer, ...(part && { at: part }), message } };
}

/** Beyond this number, missing texts of one file are summarised instead of listed. */
const mostListed = 20;

/** The missing texts by file. Texts beyond the limit skip the search for their place. */
class Listing {
  readonly #byFile = new Map<string, { located: Located[]; more: number }>();

  add(path: string, locate: () => Located): void {
    const known = this.#byFile.get(path) ?? { located: [], more: 0 };
    this.#byFile.set(path, known);
    if (known.located.length < mostListed) known.located.push(locate());
    else known.more += 1;
  }

  found(): Located[] {
    return [...this.#byFile.values()].flatMap(({ located, more }) => {
      const last = located.at(-1);
      if (more === 0 || !last) return located;
      const message = `${last.finding.message} ${more} more are missing.`;
      return [...located.slice(0, -1), { ...last, finding: { ...last.finding, message } }];
    });
  }
}

/** The file that a text belongs in. If it does not exist, the file of the namespace. */
function pathOf({ language }: AnyCatalogue, key: string): string {
  const [namespace = '', ...rest] = key.split('.');
  return fileOf(language, namespace, rest)?.file.document.path ?? namespace;
}

function atOrigin({ document, pointer, at: part }: RequiredText, key: string, language: string): Located {
  const message = `A text is missing: "${key}" is missing in locales/${language}.`;
  return { document, finding: { code: 'missing-key', pointer, ...(part && { at: part }), message, witness: { language, key } } };
}

const notIn = (language: string, key: string): string => `"${key}" has no text in "${language}".`;

/** Places the finding in the language file, or uses `otherwise` if that file does not exist. */
function inFile(catalogue: AnyCatalogue, reference: AnyCatalogue, key: string, otherwise: () => Located): Located {
  const place = placeOf(catalogue, key);
  if (!place) return otherwise();
  const message = notIn(catalogue.language.code, key);
  const before = neighbour(catalogue, reference, key);
  const witness = { language: catalogue.language.code, key };
  const finding: Finding = { code: 'missing-key', pointer: place.pointer, at: 'key', message, witness };
  const beside = before === undefined || place.isThere ? undefined : placeOf(catalogue, before);
  if (before === undefined || !beside) return { document: place.document, finding };
  const fix = `Write it after "${before}".`;
  return { document: beside.document, finding: { ...finding, pointer: beside.pointer, fix } };
}

/** The text before the missing one in the main language that also exists here, in the same group or the nearest outer one. */
function neighbour({ texts }: AnyCatalogue, reference: AnyCatalogue, key: string): string | undefined {
  // All groups of a key are within its subject, so only the subject's files matter.
  const keys = filesOf(reference.language, subjectOf(key)).flatMap((file) => [...textsIn(file).texts.keys()]);
  const start = keys.findIndex((each) => each === key || stemOf(each) === key);
  if (start <= 0) return undefined;
  for (let group = parentOf(key); group.includes('.'); group = parentOf(group)) {
    const prefix = `${group}.`;
    const before = keys.slice(0, start).findLast((each) => !each.startsWith(prefix) || texts.has(each));
    if (before?.startsWith(prefix)) return before;
  }
  return undefined;
}

const parentOf = (key: string): string => key.slice(0, Math.max(key.lastIndexOf('.'), 0));

interface MissingFile {
  /** The common prefix of the keys that the file contains in other languages. */
  prefix: string;
  located: Located;
}

/** Finds files of another offered language without a single counterpart text in this one. Each is one fault. */
function missingFiles({ language }: WholeCatalogue, all: readonly WholeCatalogue[], project: Project): MissingFile[] {
  const { code } = language;
  const written = new Set([...language.files.values()].flatMap(subjectsIn).flatMap((subject) => [subject, subject.split('.', 1)[0]]));
  const names = new Set(all.flatMap((other) => [...other.language.files.keys()]));
  return [...names].flatMap((name): MissingFile[] => {
    const subject = name.replace('/', '.');
    const prefix = `${subject}.`;
    if (written.has(subject) || isUnreadable(project, code, [`${prefix}.`])) return [];
    const counted = all.map((other) => ({ other: other.language.code, count: countOf(other, subject) }));
    const found = counted.find(({ count }) => count > 1);
    if (!found) return [];
    const path = `locales/${code}/${name}.json`;
    const message = `${path} is missing: "${found.other}" has ${found.count} texts there.`;
    const document = createDocument(path, '', undefined, () => undefined);
    return [{ prefix, located: { document, finding: { code: 'missing-key', pointer: '', message } } }];
  });
}

/** Number of texts of a subject or of a whole namespace. */
function countOf({ texts, language }: WholeCatalogue, subject: string): number {
  const own = subject.includes('.') ? catalogueOfSubject(language, subject).texts : texts;
  return [...own.keys()].filter((key) => own.get(key) !== '' && key.startsWith(`${subject}.`)).length;
}

/** Whether a file that could contain one of the keys exists but cannot be read. */
export function isUnreadable(project: Project, language: string, keys: readonly string[]): boolean {
  return keys.some((key) => {
    const [namespace, first] = key.split('.');
    const files = [`${language}/${namespace}`, `${language}/${namespace}/${first}`];
    return files.some((file) => project.isBroken('locale', file));
  });
}

function onlyInMain(reference: AnyCatalogue, stem: string, language: string): Located {
  const place = placeOf(reference, stem);
  if (!place) throw new Error(`${stem} has words and no place`);
  const message = notIn(language, stem);
  return { document: place.document, finding: { code: 'missing-key', pointer: place.pointer, message, witness: { language, key: stem } } };
}
