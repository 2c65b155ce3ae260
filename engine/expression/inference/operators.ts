import { joined, pathOf, presentWhen } from '../guards.ts';
import type { Node } from '../parse.ts';
import { nearMiss } from '../suggest.ts';
import { describeKind, dyn, fits, isNumber, reported, union, type ValueType } from '../types.ts';
import { areMixed, arithmeticOf, findMixed, findUntyped, type Side } from './numbers.ts';
import { boolean, type Surroundings, type Walk } from './walk.ts';

type Binary<Op extends Node['op']> = Extract<Node, { op: Op; args: [Node, Node] }>;

export function inferChoice(walk: Walk, node: Extract<Node, { op: '?:' }>, around: Surroundings): ValueType {
  const [condition, then, otherwise] = node.args;
  walk.expect(condition, 'bool', around);
  const guarded = (outcome: boolean) => ({ ...around, facts: joined(around.facts, presentWhen(condition, outcome, walk.conditions)) });
  const left = { node: then, type: walk.infer(then, guarded(true)) };
  const right = { node: otherwise, type: walk.infer(otherwise, guarded(false)) };
  if (areMixed(left.type, right.type)) return findMixed(walk, 'Both results of ? :', left, right, node);
  if (fits(left.type, right.type)) return union([left.type, right.type]);
  const kinds = `${describeKind(left.type.kind)} and ${describeKind(right.type.kind)}`;
  return walk.unlike(`both results of ? : must have the same type, not ${kinds}.`, node);
}

/** The right side knows what the left side guards: when the left side is true for &&, when it is false for ||. */
export function inferLogical(walk: Walk, node: Binary<'&&' | '||'>, around: Surroundings): ValueType {
  const [left, right] = node.args;
  walk.expect(left, 'bool', around);
  walk.expect(right, 'bool', { ...around, facts: joined(around.facts, presentWhen(left, node.op === '&&', walk.conditions)) });
  return boolean;
}

export function inferEquality(walk: Walk, node: Binary<'==' | '!='>, around: Surroundings): ValueType {
  requireComparable(walk, ...sidesOf(walk, node, around), node);
  return boolean;
}

function sidesOf(walk: Walk, { args: [left, right] }: { args: [Node, Node] }, around: Surroundings): [Side, Side] {
  return [
    { node: left, type: walk.infer(left, around) },
    { node: right, type: walk.infer(right, around) },
  ];
}

/** An int can equal a double: CEL compares them by their numeric values. */
function requireComparable(walk: Walk, left: Side, right: Side, whole: Node): void {
  const kinds = [left.type.kind, right.type.kind];
  if (kinds.includes('null')) {
    walk.unlike('values are absent, never null: use has() instead.', whole);
  } else if (!fits(left.type, right.type) && !kinds.every(isNumber)) {
    walk.unlike(`${describeKind(left.type.kind)} never equals ${describeKind(right.type.kind)}.`, whole);
  } else if (left.type.values && right.type.values && !left.type.values.some((value) => right.type.values?.includes(value))) {
    const [written, other] = right.node.op === 'value' || left.node.op !== 'value' ? [right, left] : [left, right];
    neverEqual(walk, written, other.type);
  } else {
    noteCode(walk, left, right);
    noteCode(walk, right, left);
  }
}

function noteCode(walk: Walk, { node, type }: Side, written: Side): void {
  const [code] = written.node.op === 'value' ? (written.type.values ?? []) : [];
  if (code !== undefined) walk.compare(pathOf(node), code, written.node, type);
}

const mostListed = 12;

function neverEqual(walk: Walk, { node, type }: Side, other: ValueType): void {
  const [value] = type.values ?? [];
  const known = (other.values ?? []).map(String);
  const hint = typeof value === 'string' ? nearMiss(value, known) : {};
  const listed =
    known
      .slice(0, mostListed)
      .map((each) => each || '""')
      .join(', ') + (known.length > mostListed ? ' …' : '');
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
  if (list.kind === 'list') requireComparable(walk, left, { node: within, type: list.item ?? dyn }, node);
  else if (list.kind === 'map') requireKey(walk, left);
  else if (list.kind !== 'dyn') walk.unlike(`in expects a list, but this is ${describeKind(list.kind)}.`, within);
  return boolean;
}

/** JSON objects have only string keys. */
export function requireKey(walk: Walk, { node, type: { kind } }: Side): void {
  if (kind !== 'string' && kind !== 'dyn') walk.unlike(`the keys of an object are texts, but this is ${describeKind(kind)}.`, node);
}

export function inferAddition(walk: Walk, node: Binary<'+'>, around: Surroundings): ValueType {
  const sides = sidesOf(walk, node, around);
  const [{ type: left }, { type: right }] = sides;
  if (left === reported || right === reported) return reported;
  const kind = left.kind === 'dyn' ? right.kind : left.kind;
  if (kind === 'dyn') return findUntyped(walk, node.args[0]);
  if (!fits(left, right) && !(isNumber(left.kind) && isNumber(right.kind)))
    return walk.unlike(`${describeKind(left.kind)} and ${describeKind(right.kind)} cannot be added.`, node);
  if (isNumber(kind)) return arithmeticOf(walk, sides, node);
  if (kind !== 'string' && kind !== 'list') return walk.unlike(`${describeKind(kind)} cannot be added.`, node);
  return kind === 'list' ? { kind, item: union([left.item ?? dyn, right.item ?? dyn]) } : { kind };
}

export function inferArithmetic(walk: Walk, node: Binary<'-' | '*' | '/' | '%'>, around: Surroundings): ValueType {
  const type = arithmeticOf(walk, sidesOf(walk, node, around), node);
  if (node.op !== '%' || type.kind !== 'double') return type;
  return walk.unlike('% needs whole numbers, but these are decimal numbers.', node);
}

export function inferNegation(walk: Walk, node: Extract<Node, { op: '-_' }>, around: Surroundings): ValueType {
  return arithmeticOf(walk, [{ node: node.args, type: walk.infer(node.args, around) }], node.args);
}

export function inferOrder(walk: Walk, node: Binary<'<' | '<=' | '>' | '>='>, around: Surroundings): ValueType {
  const types = sidesOf(walk, node, around).map(({ type }) => type);
  const known = types.map(({ kind }) => kind).filter((kind) => kind !== 'dyn');
  const odd = known.find((kind) => !isNumber(kind) && kind !== 'string');
  const [first, second] = known;
  if (odd) walk.unlike(`${describeKind(odd)} has no order.`, node);
  else if (first && second && isNumber(first) !== isNumber(second))
    walk.unlike(`${describeKind(first)} and ${describeKind(second)} cannot be compared.`, node);
  return boolean;
}
