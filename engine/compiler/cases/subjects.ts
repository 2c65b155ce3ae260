import { isFinding, parseExpression, visit, type Node } from '../../expression/index.ts';
import type { Entry } from '../project/project.ts';
import type { Sites } from '../names/walk.ts';
import { pointerToPath } from '../project/document.ts';

type Site = Sites['expressions'][number];

/** An expression that decides something, by the name under which cases speak of it. */
export interface Subject {
  /** Says what it stands on rather than where, so that it stays when something is put above it. */
  name: string;
  site: Site;
}

/** The expressions of a file that decide something: every condition, and what gives one value or another. */
export function subjectsOf({ value }: Entry, { expressions }: Sites): Subject[] {
  const count = new Map<string, number>();
  return expressions.filter(decides).map((site) => {
    const name = nameOf(site.pointer, value);
    const before = count.get(name) ?? 0;
    count.set(name, before + 1);
    return { name: before === 0 ? name : `${name} #${before + 1}`, site };
  });
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

/** Keys of which everybody knows that an expression stands there. */
const usual = new Set(['when', 'x-when', 'assert', 'properties', 'conditions', 'x-rules']);

/** From the last list on its way: what the item is, then the keys below it. */
function nameOf(pointer: string, value: unknown): string {
  const path = pointerToPath(pointer);
  let inner = value;
  let item: unknown;
  let below = 0;
  path.forEach((key, depth) => {
    const isItem = Array.isArray(inner);
    inner = (inner as Record<string, unknown> | undefined)?.[key];
    if (isItem) [item, below] = [inner, depth + 1];
  });
  const head = item === undefined ? [] : [headOf(item) || (path[below - 1] ?? '')];
  return [...head, ...path.slice(below).filter((key) => !usual.has(key))].join('.');
}

/** What is told of an item, in this order: its id; its block and first text; whatever it names. */
function headOf(item: unknown): string {
  const { id, block, at, error } = item as Record<string, unknown>;
  if (typeof id === 'string') return id;
  if (typeof error === 'string') return `${String(at)} ${error}`;
  const [text] = namesIn(item, textKeys);
  if (typeof block === 'string') return text === undefined ? block : `${block} ${text}`;
  return text ?? namesIn(item, otherKeys).slice(0, 2).join(' ');
}

const textKeys = new Set(['key']);
const otherKeys = new Set(['go', 'do', 'field', 'form', 'decision', 'reason', 'to', 'set']);

function namesIn(value: unknown, keys: ReadonlySet<string>): string[] {
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, each]) => (typeof each === 'string' ? (keys.has(key) ? [each] : []) : namesIn(each, keys)));
}
