import { joined, presentWhen } from '../guards.ts';
import type { Node } from '../parse.ts';
import { nearMiss } from '../suggest.ts';
import { describeKind, dyn, union, type ValueType } from '../types.ts';
import { boolean, numeric, type Surroundings, type Walk } from './walk.ts';

type Binary<Op extends Node['op']> = Extract<Node, { op: Op; args: [Node, Node] }>;

export function inferChoice(walk: Walk, node: Extract<Node, { op: '?:' }>, around: Surroundings): ValueType {
  const [condition, then, otherwise] = node.args;
  walk.expect(condition, 'bool', around);
  const whenTrue = walk.infer(then, { ...around, facts: joined(around.facts, presentWhen(condition, true, walk.conditions)) });
  const whenFalse = walk.infer(otherwise, { ...around, facts: joined(around.facts, presentWhen(condition, false, walk.conditions)) });
  if (whenTrue.kind !== whenFalse.kind && whenTrue.kind !== 'dyn' && whenFalse.kind !== 'dyn') {
    return walk.unlike(
      `both results of ? : must have the same type, not ${describeKind(whenTrue.kind)} and ${describeKind(whenFalse.kind)}.`,
      node,
    );
  }
  return union([whenTrue, whenFalse]);
}

/** What the left side guards is known on the right side: if it is true for &&, if it is false for ||. */
export function inferLogical(walk: Walk, node: Binary<'&&' | '||'>, around: Surroundings): ValueType {
  const [left, right] = node.args;
  walk.expect(left, 'bool', around);
  walk.expect(right, 'bool', { ...around, facts: joined(around.facts, presentWhen(left, node.op === '&&', walk.conditions)) });
  return boolean;
}

export function inferEquality(walk: Walk, node: Binary<'==' | '!='>, around: Surroundings): ValueType {
  const [left, right] = node.args;
  requireComparable(walk, { node: left, type: walk.infer(left, around) }, { node: right, type: walk.infer(right, around) }, node);
  return boolean;
}

interface Side {
  node: Node;
  type: ValueType;
}

function requireComparable(walk: Walk, left: Side, right: Side, whole: Node): void {
  const kinds = [left.type.kind, right.type.kind];
  if (kinds.includes('null')) {
    walk.unlike('values are absent, never null: use has() instead.', whole);
  } else if (kinds[0] !== kinds[1] && !kinds.includes('dyn')) {
    walk.unlike(`${describeKind(left.type.kind)} never equals ${describeKind(right.type.kind)}.`, whole);
  } else if (left.type.values && right.type.values && !left.type.values.some((value) => right.type.values?.includes(value))) {
    const [written, other] = right.node.op === 'value' || left.node.op !== 'value' ? [right, left] : [left, right];
    neverEqual(walk, written, other.type);
  }
}

const mostListed = 12;

function neverEqual(walk: Walk, { node, type }: Side, other: ValueType): void {
  const [value] = type.values ?? [];
  const known = (other.values ?? []).map(String);
  const hint = typeof value === 'string' ? nearMiss(value, known) : {};
  const listed = known.slice(0, mostListed).join(', ') + (known.length > mostListed ? ' …' : '');
  walk.find('never-equal', `this never equals ${JSON.stringify(value)}; it can be ${listed}.`, node, hint);
}

export function inferIn(walk: Walk, node: Binary<'in'>, around: Surroundings): ValueType {
  const [value, within] = node.args;
  const left = { node: value, type: walk.infer(value, around) };
  if (within.op === 'list') {
    for (const each of within.args) requireComparable(walk, left, { node: each, type: walk.infer(each, around) }, each);
    return boolean;
  }
  const list = walk.infer(within, around);
  if (list.kind === 'list' && list.item) requireComparable(walk, left, { node: within, type: list.item }, node);
  else if (list.kind !== 'map' && list.kind !== 'list' && list.kind !== 'dyn')
    walk.unlike(`in expects a list, but this is ${describeKind(list.kind)}.`, within);
  return boolean;
}

export function inferAddition(walk: Walk, node: Binary<'+'>, around: Surroundings): ValueType {
  const left = walk.infer(node.args[0], around);
  const right = walk.infer(node.args[1], around);
  const kind = left.kind === 'dyn' ? right.kind : left.kind;
  if (kind === 'dyn') return dyn;
  if (right.kind !== 'dyn' && right.kind !== kind)
    return walk.unlike(`${describeKind(left.kind)} and ${describeKind(right.kind)} cannot be added.`, node);
  if (kind !== 'number' && kind !== 'string' && kind !== 'list') return walk.unlike(`${describeKind(kind)} cannot be added.`, node);
  return kind === 'list' ? { kind, item: union([left.item ?? dyn, right.item ?? dyn]) } : { kind };
}

export function inferArithmetic(walk: Walk, node: Binary<'-' | '*' | '/' | '%'>, around: Surroundings): ValueType {
  for (const each of node.args) walk.expect(each, 'number', around);
  return numeric;
}

export function inferOrder(walk: Walk, node: Binary<'<' | '<=' | '>' | '>='>, around: Surroundings): ValueType {
  const kinds = node.args.map((each) => walk.infer(each, around).kind).filter((kind) => kind !== 'dyn');
  const odd = kinds.find((kind) => kind !== 'number' && kind !== 'string');
  const [first, second] = kinds;
  if (odd) walk.unlike(`${describeKind(odd)} has no order.`, node);
  else if (first && second && first !== second) walk.unlike(`${describeKind(first)} and ${describeKind(second)} cannot be compared.`, node);
  return boolean;
}
