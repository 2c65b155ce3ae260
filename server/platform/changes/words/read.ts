import { DOMParser, type Element } from '@xmldom/xmldom';
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
  const rows = file.trimStart().startsWith('<') ? readXliff(file, languages) : readCsv(file, languages);
  return rows.length > mostRows ? refuse('tooMany', { most: mostRows }) : rows;
}

/** Excel writes semicolons in locales with a decimal comma. */
function delimiterOf(file: string): string {
  const [head = ''] = file.split(/\r?\n/, 1);
  return [',', ';', '\t'].reduce((best, each) => (head.split(each).length > head.split(best).length ? each : best));
}

/** The first line of a parser's error. */
const firstLine = (error: unknown): string => (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';

function records(file: string): string[][] {
  try {
    return parse(file, {
      delimiter: delimiterOf(file),
      relax_column_count: true,
      skip_empty_lines: true,
      to: mostRows + 2,
      max_record_size: 100_000,
    });
  } catch (error) {
    return refuse('noCsv', { said: firstLine(error) });
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
  return rows.flatMap((row) =>
    targets.map(({ language, at }) => ({
      key: cellText(row[keyAt]?.trim() ?? ''),
      language,
      text: cellText((row[at] ?? '').replaceAll('\r\n', '\n')),
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
  const all = (name: string, within: Element = root): Element[] => [...within.getElementsByTagNameNS('*', name)];
  const written = root.getAttribute('trgLang') ?? all('file')[0]?.getAttribute('target-language') ?? '';
  const language =
    codes.find((code) => code.toLowerCase() === written.toLowerCase()) ??
    refuse('otherTarget', { target: written, languages: codes.join(', ') });
  const units = [...all('unit'), ...all('trans-unit')];
  if (units.length === 0) refuse('noUnits');
  return units.map((unit) => {
    const notes = [...all('note', unit)];
    const version = notes.find((note) => (note.getAttribute('category') ?? note.getAttribute('from')) === 'version');
    const targets = all('target', unit).filter((target) => target.parentNode?.nodeName !== 'alt-trans');
    return {
      key: unit.getAttribute('name') || unit.getAttribute('resname') || unit.getAttribute('id') || '',
      language,
      text: targets.map((target) => target.textContent ?? '').join(''),
      version: version?.textContent?.trim() ?? '',
    };
  });
}
