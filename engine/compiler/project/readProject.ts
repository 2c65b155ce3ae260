import { valueAt } from '../../config/valueAt.ts';
import { isPlainObject } from '../../form/empty.ts';
import type { Registry } from '../../config/definitions.ts';
import type { PropertySchema } from '../../config/form.ts';
import { locate, type Finding, type Located } from '../diagnostics.ts';
import { Project, type DocumentFile, type Entry, type LocaleFile } from './project.ts';
import { shapesOf } from '../shape/validators.ts';
import { Memo } from '../memo.ts';
import type { Diagnostic, SourceFile } from '../types.ts';
import { expandChoices, writtenPointer } from './choices.ts';
import { idByPath, kindByName, kindByPath, kindBySchema, placeMissed, wordsPath } from './kindOf.ts';
import { readFile } from './readFile.ts';
import { missingFiles } from './required.ts';
import { withSubFlows } from './subFlows.ts';
import { pointerTo, type SourceDocument } from './document.ts';
import { withConstants } from './constants.ts';

/** The result of reading one file and checking it against its meta-schema. */
export interface CheckedFile {
  document: SourceDocument;
  diagnostics: Diagnostic[];
  /** Absent if the file cannot be used. */
  entry?: Entry;
  locale?: LocaleFile;
  text?: DocumentFile;
  /** `kind/id` of a file that cannot be used. */
  broken?: string;
}

export function checkFile(file: SourceFile, registry: Registry, memo = new Memo()): CheckedFile {
  const { document, diagnostics } = readFile(file, memo);
  const shapes = shapesOf(registry);
  const known = Object.keys(shapes.kinds);
  const placed = kindByPath(file.path) ?? kindByName(file.path, known);
  if (placed === 'document') return { document, diagnostics, text: documentFile(document) };
  if (!file.path.endsWith('.json')) {
    return { document, diagnostics: [locate(document, unreadFile(file.path))] };
  }
  if (diagnostics.length > 0) return { document, diagnostics, broken: brokenName(file.path, placed) };
  const named = kindBySchema(file.path, document.value, known);
  if ('code' in named) return { document, diagnostics: [locate(document, named)], broken: brokenName(file.path, placed) };
  const promised = kindByPath(file.path);
  if (promised !== undefined && promised !== named.kind) {
    return { document, diagnostics: [locate(document, wrongFolder(promised, named.kind))], broken: brokenName(file.path, promised) };
  }
  const belongs = placeMissed(file.path, named.kind, registry.kinds[named.kind]?.required);
  if (belongs !== undefined) {
    return { document, diagnostics: [locate(document, outsideFolder(named.kind, belongs))], broken: brokenName(file.path, named.kind) };
  }
  const findings = memo.of(`shape of ${file.path}`, [named.kind, document], () => shapes.file(named.kind, document.value));
  if (findings.length > 0) {
    return { document, diagnostics: findings.map((finding) => locate(document, finding)), broken: brokenName(file.path, named.kind) };
  }
  return named.kind === 'locale' ? localeFile(document) : entryFile(document, named.kind);
}

function unreadFile(path: string): Finding {
  if (path.endsWith('.md')) return { code: 'misplaced-file', pointer: '', message: 'The compiler does not use this file.' };
  const ending = path.slice(path.lastIndexOf('/') + 1).replace(/^[^.]*/, '');
  const message = `The compiler reads only names that end in .json or .md, not in "${ending}".`;
  return { code: 'unknown-file-name', pointer: '', message, fix: 'Rename the file, or move it out of schemas/, flows/ and locales/.' };
}

function wrongFolder(promised: string, kind: string): Finding {
  const message = `This folder is for the kind "${promised}", but the file has the kind "${kind}".`;
  return { code: 'wrong-folder', pointer: '/$schema', message, fix: 'Move the file, or change its "$schema".' };
}

function outsideFolder(kind: string, belongs: string): Finding {
  const message = `A file of the kind "${kind}" belongs in ${belongs}.`;
  return { code: 'wrong-folder', pointer: '/$schema', message, fix: 'Move the file, or change its "$schema".' };
}

function brokenName(path: string, kind: string | undefined): string {
  if (kind === 'locale')
    return `locale/${path
      .split('/')
      .slice(1)
      .join('/')
      .replace(/\.json$/, '')}`;
  // The content folder also contains files of the product's kinds, recognisable by their names.
  return `${kind ?? (path.startsWith('flows/content/') ? 'content' : 'unknown')}/${idByPath(path)}`;
}

function documentFile(document: SourceDocument): DocumentFile {
  const [, language = '', , name = ''] = document.path.split('/');
  return { language, id: name.replace(/\.md$/, ''), document };
}

function localeFile(document: SourceDocument): CheckedFile {
  const match = wordsPath.exec(document.path);
  if (!match) {
    const message = 'Texts must be in locales/<language>/<namespace>.json or <namespace>/<key>.json.';
    return { document, diagnostics: [locate(document, { code: 'misplaced-words', pointer: '', message })] };
  }
  const [, language = '', namespace = '', under] = match;
  const value = isPlainObject(document.value) ? document.value : {};
  return { document, diagnostics: [], locale: { language, namespace, ...(under !== undefined && { under }), document, value } };
}

function entryFile(document: SourceDocument, kind: string): CheckedFile {
  const written = valueAt(document.value, ['id']);
  const id = typeof written === 'string' ? written : idByPath(document.path);
  if (kind !== 'form' && kind !== 'format') return { document, diagnostics: [], entry: { kind, id, document, value: document.value } };
  const { schema, moved, findings } = expandChoices(document.value as PropertySchema);
  return {
    document,
    diagnostics: findings.map((finding) => locate(document, finding)),
    entry: { kind, id, document: moved.size > 0 ? expandedDocument(document, moved) : document, value: schema },
  };
}

function expandedDocument(document: SourceDocument, moved: ReadonlyMap<string, string>): SourceDocument {
  return Object.create(document, { written: { value: (pointer: string) => writtenPointer(moved, pointer) } }) as SourceDocument;
}

/** Builds the project from its files. If two files have the same id, the file with the matching name wins. */
export function toProject(files: readonly CheckedFile[], registry: Registry): { project: Project; found: Located[] } {
  const found: Located[] = [];
  const broken = new Set(files.flatMap((file) => file.broken ?? []));
  const entries = new Map<string, Entry>();
  const candidates = files.flatMap((file) => file.entry ?? []).toSorted((a, b) => Number(isMisnamed(a)) - Number(isMisnamed(b)));
  for (const entry of candidates) {
    const key = `${entry.kind}/${entry.id}`;
    const other = entries.get(key);
    if (other) found.push({ document: entry.document, finding: duplicateId(entry, other) });
    else if (isMisnamed(entry)) {
      found.push({ document: entry.document, finding: idMismatch(entry) });
      // References to either name are correct, so they must not be reported.
      broken.add(key).add(`${entry.kind}/${idByPath(entry.document.path)}`);
    } else entries.set(key, entry);
  }
  const locales = files.flatMap((file) => file.locale ?? []);
  const { kinds } = shapesOf(registry);
  const required = missingFiles([...entries.values()], broken, kinds, registry);
  const constants = withConstants([...entries.values()], files);
  for (const name of constants.broken) broken.add(name);
  const project = new Project({
    entries: withSubFlows(constants.entries),
    locales,
    documents: files.flatMap((file) => file.text ?? []),
    registry,
    kinds,
    broken,
    absent: required.absent,
  });
  return { project, found: [...found, ...required.found, ...constants.found, ...wordsInTwoPlaces(locales)] };
}

/** If a key has its own file, all its texts must be there. Otherwise two texts could compete. */
function wordsInTwoPlaces(locales: readonly LocaleFile[]): Located[] {
  const whole = new Map(locales.flatMap((file) => (file.under === undefined ? [[`${file.language}/${file.namespace}`, file]] : [])));
  return locales.flatMap(({ language, namespace, under, document }): Located[] => {
    const other = under === undefined ? undefined : whole.get(`${language}/${namespace}`);
    if (under === undefined || !other || !Object.hasOwn(other.value, under)) return [];
    const message = `${document.path} already contains the texts of "${namespace}.${under}".`;
    return [{ document: other.document, finding: { code: 'duplicate-id', pointer: pointerTo('', under), at: 'key', message } }];
  });
}

function isMisnamed(entry: Entry): boolean {
  return entry.id !== idByPath(entry.document.path);
}

function duplicateId(entry: Entry, other: Entry): Finding {
  return { code: 'duplicate-id', pointer: '/id', message: `${other.document.path} already defines the ${entry.kind} "${entry.id}".` };
}

function idMismatch(entry: Entry): Finding {
  const expected = idByPath(entry.document.path);
  return {
    code: 'id-mismatch',
    pointer: '/id',
    message: `The id is "${entry.id}", but the file is named "${expected}".`,
    fix: `Write "${expected}".`,
    instead: { was: entry.id, is: expected },
  };
}
