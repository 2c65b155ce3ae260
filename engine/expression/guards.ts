import { isFinding, parseExpression, type Node } from './parse.ts';
import type { NamedConditions } from './types.ts';

/** Returns `self.work.income` for a chain of fields that starts at a name, otherwise undefined. */
export function pathOf(node: Node): string | undefined {
  if (node.op === 'id') return node.args;
  if (node.op !== '.' && node.op !== '.?' && node.op !== '[]' && node.op !== '[?]') return undefined;
  const base = pathOf(node.args[0]);
  const name = nameIn(node.args[1]);
  return base === undefined || name === undefined ? undefined : `${base}.${name}`;
}

/** Returns the field of `.field` and `['field']`. */
function nameIn(key: string | Node): string | undefined {
  if (typeof key === 'string') return key;
  return key.op === 'value' && typeof key.args === 'string' ? key.args : undefined;
}

/** Returns the paths that must be present if the expression has the given outcome. */
export function presentWhen(node: Node, outcome: boolean, conditions: NamedConditions, depth = 0): ReadonlySet<string> {
  if (node.op === '!_') return presentWhen(node.args, !outcome, conditions, depth);
  if (node.op === '&&' || node.op === '||') {
    const [left, right] = node.args.map((each) => presentWhen(each, outcome, conditions, depth));
    if (!left || !right) return nothing;
    return (node.op === '&&') === outcome ? joined(left, right) : new Set([...left].filter((path) => right.has(path)));
  }
  if (!outcome) return nothing;
  if (node.op === 'call' && node.args[0] === 'has') return prefixes(node.args[1][0]);
  return node.op === '.' ? presentByCondition(node, conditions, depth) : nothing;
}

export function joined(left: ReadonlySet<string>, right: ReadonlySet<string>): ReadonlySet<string> {
  return right.size === 0 ? left : new Set([...left, ...right]);
}

const nothing: ReadonlySet<string> = new Set();
const maxConditionDepth = 20;

function prefixes(node: Node | undefined): ReadonlySet<string> {
  const path = node && pathOf(node);
  if (path === undefined) return nothing;
  const parts = path.split('.');
  return new Set(parts.map((_, index) => parts.slice(0, index + 1).join('.')));
}

/** `conditions.employed` guards what its expression guards. */
function presentByCondition(node: Extract<Node, { op: '.' }>, conditions: NamedConditions, depth: number): ReadonlySet<string> {
  const [base, name] = node.args;
  const source = base.op === 'id' && base.args === 'conditions' && Object.hasOwn(conditions, name) ? conditions[name] : undefined;
  if (source === undefined || depth > maxConditionDepth) return nothing;
  const condition = parseExpression(source);
  return isFinding(condition) ? nothing : presentWhen(condition, true, conditions, depth + 1);
}
