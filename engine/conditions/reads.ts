import { macros } from '../expression/functions.ts';
import { isFinding, type NamedConditions, type Node, parseExpression } from '../expression/index.ts';
import type { Field } from './vocabulary.ts';

/** The paths that a condition reads, grouped by which questions about them are allowed. */
export interface Reads {
  /** Codes, numbers, days and yes/no, by their paths. */
  answers: string[];
  sensitive: string[];
  /** Free text: names, addresses. Few people share a value. */
  texts: string[];
  /** Paths that no stored application has, and paths that may contain something sensitive: whole objects and lists. */
  unknown: string[];
  /** Constants and features, by their paths. */
  settings: string[];
  /** The named conditions that it uses, in CEL. */
  named: Record<string, string>;
}

/** Namespaces whose values say nothing about a particular person. */
const ofNobody: ReadonlySet<string> = new Set(['today', 'constants', 'features']);
const mostDeep = 20;
/** Largest number of nodes in a condition, counting a named condition at each use. A larger one takes too long to evaluate. */
const mostParts = 2000;

/**
 * Sorts what a condition reads, also through named conditions. Only a path that ends at one known answer counts as that answer, so nothing
 * sensitive hides in an object, a list or a computed key. A condition that would take too long, or never end, counts as unknown.
 */
export function readsOf(source: string, { fields, named }: { fields: readonly Field[]; named: NamedConditions }): Reads {
  const known = new Map(fields.map((field) => [field.path, field]));
  const reads = { answers: new Set<string>(), sensitive: new Set<string>(), texts: new Set<string>(), unknown: new Set<string>() };
  const settings = new Set<string>();
  const see = (path: string): void => {
    const [root = ''] = path.split('.');
    if (ofNobody.has(root)) return void (root === 'today' || settings.add(path));
    const field = known.get(path);
    const isHidden = fields.some((each) => each.isSensitive && (each.path === path || each.path.startsWith(`${path}.`)));
    if (isHidden) reads.sensitive.add(path);
    else if (!field || field.kind === 'list' || field.kind === 'any' || field.label === undefined) reads.unknown.add(path);
    else reads[isFreeText(field) ? 'texts' : 'answers'].add(path);
  };
  const around: Around = { named, see, parts: new Map() };
  if (walk(source, around, 0) > mostParts) reads.unknown.add(source);
  return {
    answers: [...reads.answers],
    sensitive: [...reads.sensitive],
    texts: [...reads.texts],
    unknown: [...reads.unknown],
    settings: [...settings].toSorted(),
    named: Object.fromEntries([...around.parts.keys()].toSorted().map((name) => [name, named[name] ?? ''])),
  };
}

/** Whether a field is free text and not a code. */
export const isFreeText = ({ kind, options }: Pick<Field, 'kind' | 'options'>): boolean => kind === 'text' && !options;

interface Around {
  named: NamedConditions;
  see: (path: string) => void;
  /** The size of each visited named condition. It is infinite during the visit, so that a condition that reads itself counts as endless. */
  parts: Map<string, number>;
}

/** Visits each named condition once. Returns the number of parts. */
function walk(source: string, around: Around, depth: number): number {
  const root = parseExpression(source);
  if (isFinding(root) || depth > mostDeep) return Infinity;
  let parts = 0;
  const visit = (node: Node): void => {
    parts += 1;
    // A macro evaluates its body for each item, so it has no bound. Answers that are lists are unknown anyway.
    if (node.op === 'rcall' && Object.hasOwn(macros, node.args[0])) parts = Infinity;
    const path = pathOf(node);
    if (path === undefined) return inner(node.args, visit);
    const name = path.startsWith('conditions.') ? path.slice('conditions.'.length) : undefined;
    if (name === undefined) around.see(path);
    else parts += partsOf(name, around, depth);
  };
  visit(root);
  return parts;
}

function partsOf(name: string, around: Around, depth: number): number {
  const known = around.parts.get(name);
  if (known !== undefined) return known;
  around.parts.set(name, Infinity);
  const parts = walk(Object.hasOwn(around.named, name) ? (around.named[name] ?? '') : '', around, depth + 1);
  around.parts.set(name, parts);
  return parts;
}

function inner(args: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(args)) for (const each of args) inner(each, visit);
  else if (args !== null && typeof args === 'object' && 'op' in args) visit(args as Node);
}

/** The whole path of names that a node reads. */
function pathOf(node: Node): string | undefined {
  const names: string[] = [];
  let at = node;
  while (at.op === '.' || at.op === '.?') {
    names.unshift(at.args[1]);
    [at] = at.args;
  }
  return at.op === 'id' ? [at.args, ...names].join('.') : undefined;
}
