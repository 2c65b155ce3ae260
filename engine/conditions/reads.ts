import { isFinding, type NamedConditions, type Node, parseExpression } from '../expression/index.ts';
import type { Field } from './vocabulary.ts';

/** What a condition reads, by what it may be asked about. */
export interface Reads {
  /** Answers by their paths. */
  answers: string[];
  sensitive: string[];
  /** What no stored application has, and what cannot be told apart from something sensitive: whole objects and lists. */
  unknown: string[];
}

/** Values that belong to nobody. */
const ofNobody: ReadonlySet<string> = new Set(['today', 'constants', 'features']);
const mostDeep = 20;

/**
 * Sorts what a condition reads, also through named conditions. Only a path that ends at one known answer counts as that answer, so nothing
 * sensitive hides in an object, a list or a computed key.
 */
export function readsOf(source: string, { fields, named }: { fields: readonly Field[]; named: NamedConditions }): Reads {
  const known = new Map(fields.map((field) => [field.path, field]));
  const reads = { answers: new Set<string>(), sensitive: new Set<string>(), unknown: new Set<string>() };
  const see = (path: string): void => {
    const [root = ''] = path.split('.');
    if (ofNobody.has(root)) return;
    const field = known.get(path);
    const isHidden = fields.some((each) => each.isSensitive && (each.path === path || each.path.startsWith(`${path}.`)));
    if (isHidden) reads.sensitive.add(path);
    else if (!field || field.kind === 'list' || field.kind === 'any' || field.label === undefined) reads.unknown.add(path);
    else reads.answers.add(path);
  };
  walk(source, named, see, 0);
  return { answers: [...reads.answers], sensitive: [...reads.sensitive], unknown: [...reads.unknown] };
}

function walk(source: string, named: NamedConditions, see: (path: string) => void, depth: number): void {
  const root = parseExpression(source);
  if (isFinding(root) || depth > mostDeep) return see(source);
  const visit = (node: Node): void => {
    const path = pathOf(node);
    if (path === undefined) return inner(node.args, visit);
    const name = path.startsWith('conditions.') ? path.slice('conditions.'.length) : undefined;
    if (name === undefined) see(path);
    else walk(named[name] ?? '', named, see, depth + 1);
  };
  return visit(root);
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
