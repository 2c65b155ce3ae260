/**
 * The Markdown of documents: headings, paragraphs, lists, tables, emphasis, links, and backslash escapes. It has no raw HTML:
 * everything else is text and becomes a text node. Screens and PDFs use the same parser.
 */
export type Inline =
  | { type: 'text'; text: string }
  | { type: 'strong' | 'emphasis'; content: Inline[] }
  | { type: 'link'; href: string; content: Inline[] };

export type MarkdownBlock =
  | { type: 'heading'; level: 1 | 2 | 3; content: Inline[] }
  | { type: 'paragraph'; content: Inline[] }
  | { type: 'list'; ordered: boolean; items: Inline[][] }
  | MarkdownTable
  | { type: 'rule' };

export interface MarkdownTable {
  type: 'table';
  /** Empty if no column has a heading. */
  head: Inline[][];
  rows: Inline[][][];
  /** By column, from the delimiter row. */
  align: ('start' | 'end')[];
}

const bullet = /^\s*[-*+]\s+/;
const number = /^\s*\d{1,9}[.)]\s+/;
const heading = /^(#{1,6})\s+(.*?)\s*#*$/;
const rule = /^\s*(?:-{3,}|\*{3,}|_{3,})\s*$/;

/** `| --- | ---: |` */
const tableRule = /^\s*\|(?:\s*:?-{3,}:?\s*\|)+\s*$/;
const tableRow = /^\s*\|.*\|\s*$/;

const startsBlock = (line: string) =>
  heading.test(line) || rule.test(line) || bullet.test(line) || number.test(line) || tableRow.test(line);

export function parseMarkdown(source: string): MarkdownBlock[] {
  const lines = source.replaceAll('\r\n', '\n').split('\n');
  const blocks: MarkdownBlock[] = [];
  for (let at = 0; at < lines.length;) {
    const [block, next] = readBlock(lines, at);
    if (block) blocks.push(block);
    at = next;
  }
  return blocks;
}

function readBlock(lines: readonly string[], at: number): [block: MarkdownBlock | undefined, next: number] {
  const line = lines[at] ?? '';
  if (line.trim() === '') return [undefined, at + 1];
  if (rule.test(line)) return [{ type: 'rule' }, at + 1];
  const found = heading.exec(line);
  if (found) return [{ type: 'heading', level: levelOf(found[1] ?? ''), content: parseInline(found[2] ?? '') }, at + 1];
  if (bullet.test(line)) return readList(lines, at, bullet, false);
  if (number.test(line)) return readList(lines, at, number, true);
  if (tableRow.test(line) && tableRule.test(lines[at + 1] ?? '')) return readTable(lines, at);
  return readParagraph(lines, at);
}

const levelOf = (marks: string): 1 | 2 | 3 => Math.min(marks.length, 3) as 1 | 2 | 3;

function readParagraph(lines: readonly string[], at: number): [MarkdownBlock, number] {
  let end = at + 1;
  while (end < lines.length && lines[end]?.trim() !== '' && !startsBlock(lines[end] ?? '')) end++;
  return [{ type: 'paragraph', content: parseInline(joined(lines.slice(at, end))) }, end];
}

/** Reads list items, each with its indented continuation lines. */
function readList(lines: readonly string[], at: number, mark: RegExp, ordered: boolean): [MarkdownBlock, number] {
  const items: string[][] = [];
  let end = at;
  for (; end < lines.length; end++) {
    const line = lines[end] ?? '';
    if (mark.test(line)) items.push([line.replace(mark, '')]);
    else if (line.trim() === '' && mark.test(lines[end + 1] ?? '')) continue;
    else if (line.trim() !== '' && !startsBlock(line)) items.at(-1)?.push(line);
    else break;
  }
  return [{ type: 'list', ordered, items: items.map((item) => parseInline(joined(item))) }, end];
}

function readTable(lines: readonly string[], at: number): [MarkdownBlock, number] {
  let end = at + 2;
  while (tableRow.test(lines[end] ?? '')) end++;
  const [head = [], dashes = [], ...rows] = lines.slice(at, end).map(cellsOf);
  const cells = (row: readonly string[]) => head.map((_, column) => parseInline(row[column] ?? ''));
  const align = head.map((_, column) => (dashes[column]?.endsWith(':') ? 'end' : 'start'));
  return [{ type: 'table', head: cells(head), rows: rows.map(cells), align }, end];
}

/** Splits a row into cells. An escaped bar is part of its cell. */
function cellsOf(line: string): string[] {
  const cells = line
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/);
  return cells.map((cell) => cell.trim());
}

const joined = (lines: readonly string[]) => lines.map((line) => line.trim()).join(' ');

const inline = /\\([\\`*_{}[\]()#+\-.!<>|])|\*\*(.+?)\*\*|__(.+?)__|\*(\S(?:.*?\S)?)\*|\[([^\]]+)\]\(([^()\s]+)\)|<(https?:\/\/[^\s<>]+)>/;

export function parseInline(text: string): Inline[] {
  const found = inline.exec(text);
  if (!found) return text === '' ? [] : [{ type: 'text', text }];
  const [whole, escaped, strong, strong2, emphasis, label, target, address] = found;
  const before = text.slice(0, found.index);
  return [
    ...(before === '' ? [] : [{ type: 'text', text: before } as const]),
    ...(escaped === undefined
      ? marked(whole, strong ?? strong2, emphasis, label ?? address, target ?? address)
      : [{ type: 'text', text: escaped } as const]),
    ...parseInline(text.slice(found.index + whole.length)),
  ];
}

function marked(whole: string, strong?: string, emphasis?: string, label?: string, target?: string): Inline[] {
  if (strong !== undefined) return [{ type: 'strong', content: parseInline(strong) }];
  if (emphasis !== undefined) return [{ type: 'emphasis', content: parseInline(emphasis) }];
  const href = safeHref(target ?? '');
  // An unsafe link is shown as its source text, so that an author notices it.
  if (href === undefined || label === undefined) return [{ type: 'text', text: whole }];
  return [{ type: 'link', href, content: label === target ? [{ type: 'text', text: label }] : parseInline(label) }];
}

/** Escapes a value from outside, such as a name, so that it contains no Markdown. */
export const escapeMarkdown = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/[\\*_[\]<>|]/g, '\\$&')
    // Escapes these marks only at the start of a line, so that amounts and dates stay readable.
    .replace(/^( ?)(#{1,6}|[+-])(?= |$)/, '$1\\$2')
    .replace(/^( ?\d+)([.)])(?= )/, '$1\\$2');

/** Accepts http, https, mailto, tel and paths of the app. Returns undefined for anything else, such as `javascript:`. */
export function safeHref(target: string): string | undefined {
  if (/^\/(?![/\\])/.test(target) || target.startsWith('#')) return target;
  return /^(https?:\/\/|mailto:|tel:)/i.test(target) ? target : undefined;
}
