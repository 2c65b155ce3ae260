import { isFinding, parseExpression, type Node } from '../parse.ts';
import type { Atoms, Operand } from './atoms.ts';

/** `open`: not known yet, or the expression fails because a value is absent. */
export type Truth = boolean | 'open';

type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>=';

const comparisons: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=']);
const deepest = 20;

/** Evaluates an expression of which some values are unknown. As in CEL, `false && unknown` is false. */
export function judge(node: Node, atoms: Atoms, depth = 0): Truth {
  const inner = (each: Node): Truth => judge(each, atoms, depth);
  if (node.op === 'value' && typeof node.args === 'boolean') return node.args;
  if (node.op === '&&') return both(inner(node.args[0]), inner(node.args[1]));
  if (node.op === '||') return not(both(not(inner(node.args[0])), not(inner(node.args[1]))));
  if (node.op === '!_') return not(inner(node.args));
  if (node.op === '?:') {
    const [condition, then, otherwise] = node.args;
    const [left, right] = [inner(then), inner(otherwise)];
    const which = inner(condition);
    return which === 'open' ? (left === right ? left : 'open') : which ? left : right;
  }
  const named = namedCondition(node, atoms);
  if (named !== undefined && depth < deepest) return judge(named, atoms, depth + 1);
  if (node.op === 'call' && node.args[0] === 'has') return atoms.presence(node.args[1][0]);
  if (node.op === 'in') return within(node.args[0], node.args[1], atoms);
  if (comparisons.has(node.op)) {
    const [left, right] = node.args as [Node, Node];
    return compare(atoms.operand(left), node.op as Comparison, atoms.operand(right), atoms);
  }
  return compare(atoms.operand(node), '==', { value: true }, atoms);
}

const not = (truth: Truth): Truth => (truth === 'open' ? 'open' : !truth);
const both = (left: Truth, right: Truth): Truth => (left === false || right === false ? false : left === 'open' ? left : right);

function namedCondition(node: Node, { world }: Atoms): Node | undefined {
  if (node.op !== '.' || node.args[0].op !== 'id' || node.args[0].args !== 'conditions') return undefined;
  const [, name] = node.args;
  const parsed = parseExpression(Object.hasOwn(world.conditions, name) ? (world.conditions[name] ?? '') : '');
  return isFinding(parsed) ? undefined : parsed;
}

function within(value: Node, list: Node, atoms: Atoms): Truth {
  const members = atoms.members(list);
  if (!members) return atoms.opaque(['in', value, list]);
  const operand = atoms.operand(value);
  return members.reduce<Truth>((found, member) => not(both(not(found), not(compare(operand, '==', { value: member }, atoms)))), false);
}

function compare(left: Operand, op: Comparison, right: Operand, atoms: Atoms): Truth {
  if ('value' in left) {
    if ('value' in right) return holds(op, orderOf(left.value, right.value));
    return compare(right, swapped[op], left, atoms);
  }
  if (!('value' in right)) return holds(op, atoms.order(left, right));
  const value = atoms.valueOf(left, right.value, op !== '==' && op !== '!=');
  return value === undefined ? 'open' : holds(op, orderOf(value.is, right.value));
}

const swapped: Readonly<Record<Comparison, Comparison>> = { '==': '==', '!=': '!=', '<': '>', '<=': '>=', '>': '<', '>=': '<=' };

/** Negative, zero, positive; `unlike` if the values are not equal and have no order; undefined while a value is open. */
export type Order = number | 'unlike' | undefined;

function orderOf(left: unknown, right: unknown): Order {
  if (left === right) return 0;
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return typeof left === 'string' && typeof right === 'string' ? (left < right ? -1 : 1) : 'unlike';
}

function holds(op: Comparison, order: Order): Truth {
  if (order === undefined) return 'open';
  if (op === '==') return order === 0;
  if (op === '!=') return order !== 0;
  if (order === 'unlike') return 'open';
  return op === '<' ? order < 0 : op === '<=' ? order <= 0 : op === '>' ? order > 0 : order >= 0;
}
