import type { Node } from 'jsonc-parser';

/** The formatting style of a file. */
export interface Style {
  eol: string;
  /** The indentation of one level. */
  indent: string;
  /** Whether lists and objects may be on a single line. */
  inline: boolean;
}

/** Line width, as in .oxfmtrc.json. A file with longer single-line lists keeps its own. */
const usualWidth = 140;

export const isContainer = ({ type }: Node): boolean => type === 'object' || type === 'array';

export const sliceOf = (text: string, { offset, length }: Node): string => text.slice(offset, offset + length);

/** Returns the value of a property, and any other node itself. */
export const valueNode = (node: Node): Node => (node.type === 'property' ? (node.children?.[1] ?? node) : node);

export function styleOf(text: string, root: Node): Style {
  const [first] = root.children ?? [];
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const indent = (first && /\n([ \t]+)$/.exec(text.slice(root.offset, first.offset))?.[1]) ?? '  ';
  const nested = (root.children ?? []).flatMap((child) => filled(valueNode(child)));
  return { eol, indent, inline: nested.length === 0 || nested.some((node) => !isBroken(text, node)) };
}

/** The non-empty containers at and below a node. */
function filled(node: Node): Node[] {
  if (!isContainer(node) || !node.children?.length) return [];
  return [node, ...node.children.flatMap((child) => filled(valueNode(child)))];
}

export const isBroken = (text: string, node: Node): boolean => sliceOf(text, node).includes('\n');

/** Writes a value as if it began at the start of a line. `expand` puts each of its members on a separate line. */
export function write(value: unknown, style: Style, expand = false): string {
  if (style.inline && !expand) return flat(value);
  const members = bodiesOf(value, (inner) => indented(write(inner, style), style.indent));
  if (!members || members.length === 0) return flat(value);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}${style.eol}${members.map((body) => style.indent + body).join(`,${style.eol}`)}${style.eol}${close}`;
}

function flat(value: unknown): string {
  const members = bodiesOf(value, flat);
  if (!members) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${members.join(', ')}]`;
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

function bodiesOf(value: unknown, written: (inner: unknown) => string): string[] | undefined {
  if (Array.isArray(value)) return value.map(written);
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}: ${written(inner)}`);
}

/** Indents all lines but the first. */
export const indented = (text: string, indent: string): string => text.replaceAll('\n', `\n${indent}`);

/** The text of a node as if it began at the start of a line. */
export function outdented(text: string, node: Node, eol: string): string {
  const lines = sliceOf(text, node).split(/\r?\n/);
  // To find the start of the line for each item would take quadratic time in a file of one line.
  const indent = lines.length === 1 ? '' : indentAt(text, node.offset);
  return lines.map((line, index) => (index > 0 && line.startsWith(indent) ? line.slice(indent.length) : line)).join(eol);
}

/** The indentation of the line that contains an offset. */
export function indentAt(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset))?.[0] ?? '';
}

/** Breaks containers on new lines that are too long, from the outside in. */
export function fitted(text: string, before: string, style: Style, parse: (text: string) => Node | undefined): string {
  if (!style.inline) return text;
  const known = before.split('\n').map(withoutComma);
  const width = known.reduce((most, line) => (/\S[^\n]*[\]}]$/.test(line) ? Math.max(most, line.length) : most), usualWidth);
  const isLong = (line: string) => withoutComma(line).length > width;
  for (let now = text; ;) {
    if (!now.split('\n').some(isLong)) return now;
    const root = parse(now);
    const edits = root ? breaks(now, root, isLong) : [];
    if (edits.length === 0) return now;
    for (const { node, written } of edits.toReversed()) {
      now = now.slice(0, node.offset) + written(style) + now.slice(node.offset + node.length);
    }
  }
}

const withoutComma = (line: string): string => line.replace(/,?\r?$/, '');

interface Break {
  node: Node;
  written: (style: Style) => string;
}

function breaks(text: string, node: Node, isLong: (line: string) => boolean): Break[] {
  const children = node.children ?? [];
  if (!isContainer(node) || children.length === 0) return [];
  const inner = () => children.flatMap((child) => breaks(text, valueNode(child), isLong));
  if (isBroken(text, node)) return inner();
  const end = text.indexOf('\n', node.offset);
  const line = text.slice(text.lastIndexOf('\n', node.offset - 1) + 1, end === -1 ? text.length : end);
  if (!isLong(line)) return [];
  return [{ node, written: (style) => broken(text, node, style) }];
}

/** The text of a container with each member on a separate line. */
function broken(text: string, node: Node, style: Style): string {
  const { members, foot } = partsOf(text, node);
  const lines = members.map((member, index) => ({ ...member, body: sliceOf(text, node.children?.[index] ?? node) }));
  return onLines(node, lines, foot, indentAt(text, node.offset), style);
}

/** Whitespace and comments around a member. */
interface Surroundings {
  /** Spaces and comments before it. */
  lead: string;
  /** Comments between it and its comma. */
  before: string;
  /** The comment after its comma, on the same line. */
  after: string;
}

interface Parts {
  members: Surroundings[];
  /** Spaces and comments before the closing bracket. */
  foot: string;
}

const commentOrComma = /\/\/[^\r\n]*|\/\*[\s\S]*?\*\/|,/g;
const lineComment = /^[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/(?=[ \t]*\r?\n))/;

function partsOf(text: string, node: Node): Parts {
  const children = node.children ?? [];
  const members: Surroundings[] = [];
  let at = node.offset + 1;
  for (const child of [...children, undefined]) {
    const gap = text.slice(at, child?.offset ?? node.offset + node.length - 1);
    const comma = [...gap.matchAll(commentOrComma)].find(([token]) => token === ',')?.index;
    const last = members.at(-1);
    const rest = gap.slice(comma === undefined ? 0 : comma + 1);
    const after = (last && lineComment.exec(rest)?.[0]) ?? '';
    if (last) {
      last.before = comma === undefined ? '' : gap.slice(0, comma);
      last.after = after;
    }
    const lead = rest.slice(after.length);
    if (!child) return { members, foot: lead };
    members.push({ lead, before: '', after: '' });
    at = child.offset + child.length;
  }
  return { members, foot: '' };
}

/** A member of a container to be written. */
export interface Entry {
  /** Its index in the old container. Absent for a new member. */
  was?: number | undefined;
  body: (indent: string) => string;
}

/** The text of a container with different members. Remaining members keep their comments and the whitespace before them. */
export function rebuilt(text: string, node: Node, entries: readonly Entry[], style: Style): string {
  const { members, foot } = partsOf(text, node);
  const hasComment = foot.trim() !== '';
  if (entries.length === 0) return rendered(node, [], hasComment ? foot : '');
  const outer = indentAt(text, node.offset);
  const edge = node.type === 'object' ? ' ' : '';
  const leads = entries.map(({ was }, index) => leadOf(members, was, index, style) ?? (index === 0 ? edge : ' '));
  const bodies = entries.map(({ body }, index) => body(/\n([ \t]*)$/.exec(leads[index] ?? '')?.[1] ?? `${outer}${style.indent}`));
  const lines = entries.map(({ was = -1 }, index): Line => {
    const { before, after } = members[was] ?? { before: '', after: '' };
    return { lead: leads[index] ?? '', before, after, body: bodies[index] ?? '' };
  });
  const isSameList = entries.length === members.length && entries.every(({ was }, index) => was === index);
  if (node.type === 'array' && !isSameList && isFilled(members, lines)) return filledLines(node, lines, outer, style);
  const isSplit = entries.some(({ was }, index) => was === undefined && bodies[index]?.includes('\n'));
  const wasEmpty = members.length === 0;
  const breaks = wasEmpty ? isSplit || hasComment || !style.inline || !node.parent : isSplit && !leads.some((lead) => lead.includes('\n'));
  if (breaks) return onLines(node, lines, foot, outer, style);
  return rendered(node, lines, wasEmpty ? edge : foot);
}

/** Whether a list has several lines with several short items each, and no comments. */
function isFilled(members: readonly Surroundings[], lines: readonly Line[]): boolean {
  const breaks = new Set(members.slice(1).map(({ lead }) => lead.includes('\n')));
  const hasComment = lines.some(({ lead, before, after }) => `${lead}${before}${after}`.trim() !== '');
  return breaks.size === 2 && !hasComment && lines.every(({ body }) => !/[\n{[]/.test(body));
}

function filledLines(node: Node, lines: readonly Line[], outer: string, { eol, indent }: Style): string {
  const start = `${eol}${outer}${indent}`;
  let column = 0;
  const filled = lines.map(({ body, before, after }, index): Line => {
    const fits = index > 0 && column + body.length + 2 <= usualWidth;
    column = (fits ? column + 1 : start.length - eol.length) + body.length + 1;
    return { lead: fits ? ' ' : start, body, before, after };
  });
  return rendered(node, filled, `${eol}${outer}`);
}

/** Puts each member on a separate line. */
function onLines(node: Node, lines: readonly Line[], foot: string, outer: string, { eol, indent }: Style): string {
  const lead = `${eol}${outer}${indent}`;
  const all = lines.map((line) => ({ ...line, lead: lead + line.lead.trimStart() }));
  return rendered(node, all, `${foot.trim() === '' ? '' : lead + foot.trim()}${eol}${outer}`);
}

function leadOf(members: readonly Surroundings[], was: number | undefined, index: number, style: Style): string | undefined {
  const own = was === undefined ? undefined : members[was]?.lead;
  const [first, second] = members;
  if (own !== undefined && ((was === 0) === (index === 0) || own.trim() !== '')) return own;
  if (!first || index === 0) return first && spaceOf(first.lead, style);
  if (second) return spaceOf(second.lead, style);
  return first.lead.includes('\n') ? spaceOf(first.lead, style) : ' ';
}

/** A lead without its comments and blank lines. */
function spaceOf(lead: string, { eol }: Style): string {
  const line = /\n([ \t]*)[^\n]*$/.exec(lead);
  return line ? `${eol}${line[1]}` : (/^[ \t]*/.exec(lead)?.[0] ?? '');
}

interface Line extends Surroundings {
  body: string;
}

function rendered(node: Node, lines: readonly Line[], foot: string): string {
  const [open, close] = node.type === 'array' ? '[]' : '{}';
  let text = open ?? '';
  // A line comment must not swallow the text after it.
  const append = (next: string) => {
    text += /\/\/[^\n]*$/.test(pending) && !next.startsWith('\n') && !next.startsWith('\r') ? `\n${next}` : next;
  };
  let pending = '';
  for (const [index, { lead, body, before, after }] of lines.entries()) {
    append(lead + body + before + (index < lines.length - 1 ? ',' : '') + after);
    pending = after;
  }
  append(foot + close);
  return text;
}
