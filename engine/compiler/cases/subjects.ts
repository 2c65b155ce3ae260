import { valueAt } from '../../config/valueAt.ts';
import { isPlainObject } from '../../form/empty.ts';
import { isFinding, parseExpression, visit, type Node } from '../../expression/index.ts';
import type { Entry } from '../project/project.ts';
import type { Sites } from '../names/walk.ts';
import { pointerToPath } from '../project/document.ts';

type Site = Sites['expressions'][number];

/** An expression that makes a decision. */
export interface Subject {
  /** The name that case files use. It describes the item instead of its index, so inserting an item above does not change it. */
  name: string;
  site: Site;
}

/** Returns the expressions that make a decision: every condition, and every expression that chooses between values. */
export function subjectsOf({ value }: Entry, { expressions }: Sites): Subject[] {
  const count = new Map<string, number>();
  return expressions.filter(decides).map((site) => {
    const name = nameOf(site.pointer, value);
    const before = count.get(name) ?? 0;
    count.set(name, before + 1);
    return { name: before === 0 ? name : `${name} #${before + 1}`, site };
  });
}

/** The decision at a place, even if there is no condition yet. */
export function subjectAt(entry: Entry, sites: Sites, site: Site): Subject {
  const known = subjectsOf(entry, sites).find((subject) => subject.site.pointer === site.pointer);
  return known ?? { name: nameOf(site.pointer, entry.value), site };
}

const deciding: ReadonlySet<string> = new Set(['?:', '&&', '||', '!_', '==', '!=', '<', '<=', '>', '>=', 'in']);

function decides({ source, expected }: Site): boolean {
  const root = parseExpression(source);
  if (isFinding(root) || root.op === 'value') return false;
  if (expected === 'bool') return true;
  let found = false;
  visit(root, (node: Node) => {
    found ||= deciding.has(node.op);
  });
  return found;
}

/** Keys that always hold an expression, so a subject's name leaves them out. */
const usual = new Set(['when', 'x-when', 'x-value', 'assert', 'properties', 'conditions', 'x-rules']);

/** Builds a name from the last list item on the path and the keys below that item. */
function nameOf(pointer: string, value: unknown): string {
  const path = pointerToPath(pointer);
  let inner = value;
  let item: unknown;
  let below = 0;
  path.forEach((key, depth) => {
    const isItem = Array.isArray(inner);
    inner = valueAt(inner, [key]);
    if (isItem) [item, below] = [inner, depth + 1];
  });
  const head = item === undefined ? [] : [headOf(item) || figuresOf(item) || (path[below - 1] ?? '')];
  const name = [...head, ...path.slice(below).filter((key) => !usual.has(key))].join('.');
  // The condition of a whole file, such as a product's, is named after the file.
  return name || headOf(value) || path.join('.');
}

/** Describes an item by the first of these it has: its id, its block and first text, the names in it. */
function headOf(item: unknown): string {
  const { id, block, at, error } = isPlainObject(item) ? item : {};
  if (typeof id === 'string') return id;
  if (typeof error === 'string') return `${String(at)} ${error}`;
  const [text] = namesIn(item, textKeys);
  if (typeof block === 'string') return text === undefined ? block : `${block} ${text}`;
  return text ?? namesIn(item, otherKeys).slice(0, 2).join(' ');
}

/** Describes an item without any of these by its first two values: "calendar 12-20", "termDays 30". */
function figuresOf(item: unknown): string {
  const values = Object.entries(isPlainObject(item) ? item : {}).flatMap(([key, value]) => {
    if (usual.has(key)) return [];
    return typeof value === 'string' ? [value] : typeof value === 'number' ? [`${key} ${value}`] : [];
  });
  return values.slice(0, 2).join(' ');
}

const textKeys = new Set(['key']);
const otherKeys = new Set(['go', 'do', 'field', 'form', 'decision', 'reason', 'to', 'set']);

function namesIn(value: unknown, keys: ReadonlySet<string>): string[] {
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, each]) => (typeof each === 'string' ? (keys.has(key) ? [each] : []) : namesIn(each, keys)));
}
