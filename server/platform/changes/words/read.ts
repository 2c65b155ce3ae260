import { DOMParser, type Element } from '@xmldom/xmldom';
import { parse } from 'csv-parse/sync';
import { cellText } from '../../csv.ts';

/** A text of a translator's file. */
export interface ReadWord {
  key: string;
  language: string;
  text: string;
  /** As the export named it; empty without. */
  version: string;
}

/** Says in a sentence why a file cannot be read. */
export class Unreadable extends Error {}

const mostRows = 20_000;

const refuse = (why: string): never => {
  throw new Unreadable(why);
};

interface Languages {
  main: string;
  codes: readonly string[];
}

/** Reads a translator's file. Throws `Unreadable`. */
export function readFile(content: string, languages: Languages): ReadWord[] {
  const file = content.replace(/^\uFEFF/, '');
  const rows = file.trimStart().startsWith('<') ? readXliff(file, languages) : readCsv(file, languages);
  return rows.length > mostRows ? refuse(`The file has more than ${mostRows} texts.`) : rows;
}

/** Excel writes semicolons where the comma stands in numbers. */
function delimiterOf(file: string): string {
  const [head = ''] = file.split(/\r?\n/, 1);
  return [',', ';', '\t'].reduce((best, each) => (head.split(each).length > head.split(best).length ? each : best));
}

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
    return refuse(`This is no CSV file: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function readCsv(file: string, { main, codes }: Languages): ReadWord[] {
  const [head = [], ...rows] = records(file);
  const names = head.map((name) => name.trim().toLowerCase());
  const keyAt = names.indexOf('key');
  const versionAt = names.indexOf('version');
  if (keyAt === -1) refuse('The first line must name the columns, and one of them is "key".');
  const columns = names.flatMap((name, at) => {
    const language = codes.find((code) => code.toLowerCase() === name);
    return language === undefined ? [] : [{ language, at }];
  });
  const translations = columns.filter(({ language }) => language !== main);
  const targets = translations.length > 0 ? translations : columns;
  if (targets.length === 0) refuse(`No column names a language. The languages are ${codes.join(', ')}.`);
  return rows.flatMap((row) =>
    targets.map(({ language, at }) => ({
      key: cellText(row[keyAt]?.trim() ?? ''),
      language,
      text: cellText((row[at] ?? '').replaceAll('\r\n', '\n')),
      // A version is about one translation.
      version: targets.length === 1 && versionAt !== -1 ? (row[versionAt]?.trim() ?? '') : '',
    })),
  );
}

function documentOf(file: string): Element {
  // Nobody needs entities of their own in such a file, and they could grow without end.
  if (/<!(?:DOCTYPE|ENTITY)/i.test(file)) refuse('An XLIFF file with a DOCTYPE is not read.');
  try {
    const stop = (_level: string, message: string) => refuse(message);
    const root = new DOMParser({ onError: stop }).parseFromString(file, 'application/xml').documentElement;
    return root ?? refuse('The file is empty.');
  } catch (error) {
    return refuse(`This is no XLIFF file: ${error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)}`);
  }
}

function readXliff(file: string, { codes }: Languages): ReadWord[] {
  const root = documentOf(file);
  const all = (name: string, within: Element = root): Element[] => [...within.getElementsByTagNameNS('*', name)];
  const written = root.getAttribute('trgLang') ?? all('file')[0]?.getAttribute('target-language') ?? '';
  const language =
    codes.find((code) => code.toLowerCase() === written.toLowerCase()) ??
    refuse(`The target language "${written}" is none of ${codes.join(', ')}.`);
  const units = [...all('unit'), ...all('trans-unit')];
  if (units.length === 0) refuse('The file has no <unit> and no <trans-unit>.');
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
