import { parseMarkdown } from '../../config/markdown.ts';
import { placeholdersOf } from './placeholders.ts';

export interface Fault {
  offset: number;
  message: string;
  /** The URL of a dead link. */
  address?: string;
}

const row = /^\s*\|.*\|\s*$/;
const delimiter = /^\s*\|(?:\s*:?-{3,}:?\s*\|)+\s*$/;
const cellsOf = (line: string) =>
  line
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/).length;

/** Finds table rows whose number of cells differs from the header's, and rows without a closing bar. */
export function faultyRows(text: string): Fault[] {
  const found: Fault[] = [];
  let cells: number | undefined;
  let offset = 0;
  let before = '';
  for (const line of text.split('\n')) {
    if (delimiter.test(line) && row.test(before)) {
      cells = cellsOf(before);
      if (cellsOf(line) !== cells) found.push({ offset, message: otherCells(cellsOf(line), cells) });
    } else if (cells !== undefined && row.test(line)) {
      if (cellsOf(line) !== cells) found.push({ offset, message: otherCells(cellsOf(line), cells) });
    } else if (cells !== undefined) {
      if (line.includes('|')) found.push({ offset, message: 'A row of a table begins and ends with "|".' });
      cells = undefined;
    }
    before = line;
    offset += line.length + 1;
  }
  return found;
}

const otherCells = (count: number, expected: number): string =>
  `This row has ${count} ${count === 1 ? 'cell' : 'cells'}, and the header of its table has ${expected}.`;

const swapped = /\(([^()[\]\n]+)\)\[((?:https?:|mailto:|tel:|\/)[^\]\s]*)\]/g;
const link = /\[[^\]]+\]\(([^()\s]+)\)/g;

/** Finds links that lead nowhere. `isRoute` knows the paths of the app. */
export function deadLinks(text: string, isRoute: (address: string) => boolean): Fault[] {
  const turned = [...text.matchAll(swapped)].map(({ index, 1: words = '', 2: address = '' }): Fault => ({
    offset: index,
    message: `The brackets of this link are swapped. Write [${words}](${address}).`,
  }));
  const dead = [...text.matchAll(link)].flatMap(({ index, 1: address = '' }): Fault[] => {
    // The rule "unsafe-link" checks URLs with other schemes. A constant has a URL as its value.
    if (/^[a-z][a-z0-9+.-]*:|^#|^\{\{|^\/media\/|^\/\//i.test(address) || isRoute(address)) return [];
    return [{ offset: text.indexOf(address, text.indexOf('](', index)), message: `No screen has the address "${address}".`, address }];
  });
  return [...turned, ...dead];
}

/** The structure of a document: heading levels, table rows, link targets. */
export function outlineOf(text: string): { headings: string; rows: string; links: string } {
  const blocks = parseMarkdown(text);
  const headings = blocks.flatMap((block) => (block.type === 'heading' ? [block.level] : []));
  const rows = blocks.flatMap((block) => (block.type === 'table' ? [block.rows.length] : []));
  const links = [...text.matchAll(link)].map(([, address = '']) => address).toSorted();
  return { headings: headings.join(', '), rows: rows.join(', '), links: links.join(', ') };
}

/** The lines of a document, with the names of their placeholders. */
export function linesIn(text: string): { offset: number; names: string }[] {
  let offset = 0;
  return text.split('\n').flatMap((line) => {
    const start = offset;
    offset += line.length + 1;
    return line.trim() === '' ? [] : [{ offset: start, names: [...placeholdersOf(line)].toSorted().join(', ') }];
  });
}
