import { DOMParser, type Element, type Node } from '@xmldom/xmldom';
import { parse } from 'csv-parse/sync';
import type { Cause } from '../../../contract/staff/studio.ts';
import { cellText } from '../../csv.ts';

/** A row of a translator's file. */
export interface ReadWord {
  key: string;
  language: string;
  text: string;
  /** As in the export. Empty if absent. */
  version: string;
}

/** Thrown if a file is unreadable. Says why. */
export class Unreadable extends Error {
  readonly why: Cause;
  constructor(why: Cause) {
    super(why.code);
    this.why = why;
  }
}

const mostRows = 20_000;
/** More than a spreadsheet of every language needs. */
const mostColumns = 200;

const refuse = (code: string, params: Cause['params'] = {}): never => {
  throw new Unreadable({ code, params });
};

interface Languages {
  main: string;
  codes: readonly string[];
}

/** Reads a translator's file. Throws `Unreadable`. */
export function readFile(content: string, languages: Languages): ReadWord[] {
  const file = content.replace(/^\uFEFF/, '');
  return file.trimStart().startsWith('<') ? readXliff(file, languages) : readCsv(file, languages);
}

/** A short file can have many rows, so the rows are counted before they are built. */
function assertFew(rows: number): void {
  if (rows > mostRows) refuse('tooMany', { most: mostRows });
}

/** Excel writes semicolons in locales with a decimal comma. */
function delimiterOf(file: string): string {
  const [head = ''] = file.split(/\r?\n/, 1);
  return [',', ';', '\t'].reduce((best, each) => (head.split(each).length > head.split(best).length ? each : best));
}

/** The first line of a parser's error. */
const firstLine = (error: unknown): string => (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';

function records(file: string): string[][] {
  const text = file.replaceAll('\r\n', '\n');
  let read = 0;
  try {
    return parse(text, {
      delimiter: delimiterOf(text),
      relax_column_count: true,
      skip_empty_lines: true,
      to: mostRows + 2,
      max_record_size: 100_000,
      on_record: (record, { lines }) => {
        read = lines;
        return record.length > mostColumns ? refuse('tooManyColumns', { most: mostColumns }) : record;
      },
    });
  } catch (error) {
    if (error instanceof Unreadable) throw error;
    // The parser says where it gave up, which can be far behind a quote that nobody closed.
    return refuse('noCsv', { line: text.split(/[\r\n]/).findIndex((line, at) => at >= read && line.trim() !== '') + 1 });
  }
}

function readCsv(file: string, { main, codes }: Languages): ReadWord[] {
  const [head = [], ...rows] = records(file);
  const names = head.map((name) => name.trim().toLowerCase());
  const keyAt = names.indexOf('key');
  const versionAt = names.indexOf('version');
  if (keyAt === -1) refuse('noKey');
  const columns = names.flatMap((name, at) => {
    const language = codes.find((code) => code.toLowerCase() === name);
    return language === undefined ? [] : [{ language, at }];
  });
  const translations = columns.filter(({ language }) => language !== main);
  const targets = translations.length > 0 ? translations : columns;
  if (targets.length === 0) refuse('noLanguage', { languages: codes.join(', ') });
  const used = ['key', 'version', ...columns.map(({ language }) => language.toLowerCase())];
  const twice = used.find((name) => names.indexOf(name) !== names.lastIndexOf(name));
  if (twice !== undefined) refuse('twice', { column: twice });
  assertFew(rows.length * targets.length);
  return rows.flatMap((row) =>
    targets.map(({ language, at }) => ({
      key: cellText(row[keyAt]?.trim() ?? ''),
      language,
      text: cellText(row[at] ?? ''),
      // A version belongs to exactly one translation.
      version: targets.length === 1 && versionAt !== -1 ? (row[versionAt]?.trim() ?? '') : '',
    })),
  );
}

function documentOf(file: string): Element {
  // Such a file needs no entities of its own, and they could expand without limit.
  if (/<!(?:DOCTYPE|ENTITY)/i.test(file)) refuse('docType');
  let said = '';
  try {
    const stop = (_level: string, message: string) => {
      said = message;
      throw new Error(message);
    };
    const root = new DOMParser({ onError: stop }).parseFromString(file, 'application/xml').documentElement;
    if (root) return root;
  } catch (error) {
    return refuse('noXliff', { said: said || firstLine(error) });
  }
  return refuse('noUnits');
}

function readXliff(file: string, { codes }: Languages): ReadWord[] {
  const root = documentOf(file);
  const elements = [...root.getElementsByTagNameNS('*', '*')];
  const written = root.getAttribute('trgLang') ?? elements.find(isNamed('file'))?.getAttribute('target-language') ?? '';
  const language =
    codes.find((code) => code.toLowerCase() === written.toLowerCase()) ??
    refuse('otherTarget', { target: written, languages: codes.join(', ') });
  const units = unitsOf(elements);
  if (units.length === 0) refuse('noUnits');
  return units.map(({ unit, texts, version = '' }) => ({
    key: unit.getAttribute('name') || unit.getAttribute('resname') || unit.getAttribute('id') || '',
    language,
    text: texts.join(''),
    version,
  }));
}

interface Unit {
  unit: Element;
  texts: string[];
  version?: string;
}

/** Reads each element once, so that nested elements cost no more than others. Takes the elements in the order of the file. */
function unitsOf(elements: readonly Element[]): Unit[] {
  const units: Unit[] = [];
  const owners = new Map<Node | null, Unit>();
  const targets = new Set<Node | null>();
  for (const element of elements) {
    const parent = element.parentNode;
    const owner = owners.get(parent);
    if (isUnit(element)) {
      if (owner) refuse('nestedUnits');
      const unit = { unit: element, texts: [] };
      units.push(unit);
      assertFew(units.length);
      owners.set(element, unit);
    } else if (owner) {
      owners.set(element, owner);
      // The text of a target includes that of a target within it.
      if (isTarget(element) && !targets.has(parent)) owner.texts.push(element.textContent ?? '');
      if (isTarget(element) || targets.has(parent)) targets.add(element);
      if (isVersion(element)) owner.version ??= element.textContent?.trim() ?? '';
    }
  }
  return units;
}

const isNamed =
  (...names: string[]) =>
  ({ localName }: Element): boolean =>
    localName !== null && names.includes(localName);
const isUnit = isNamed('unit', 'trans-unit');
const isTarget = (element: Element): boolean => isNamed('target')(element) && element.parentNode?.nodeName !== 'alt-trans';
const isVersion = (element: Element): boolean =>
  isNamed('note')(element) && (element.getAttribute('category') ?? element.getAttribute('from')) === 'version';
