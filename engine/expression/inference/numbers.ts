import type { Node } from '../parse.ts';
import { describeKind, isNumber, reported, type ValueType } from '../types.ts';
import type { Walk } from './walk.ts';

/** A part of an expression with its type. */
export interface Side {
  node: Node;
  type: ValueType;
}

/** Reports an int next to a double where CEL needs one type. */
export function findMixed(walk: Walk, what: string, left: Side, right: Side, whole: Node): ValueType {
  const int = left.type.kind === 'int' ? left : right;
  const message = `${what} need one type of number, not ${describeKind(left.type.kind)} and ${describeKind(right.type.kind)}.`;
  const written = textOf(int.node);
  if (int.node.op !== 'value') return walk.find('mixed-numbers', message, whole, { fix: `Write double(${written}).` });
  const decimal = `${Number(int.node.args)}.0`;
  return walk.find('mixed-numbers', message, int.node, { fix: `Write ${decimal}.`, instead: { was: written, is: decimal } });
}

/** Whether two types are an int and a double. */
export function areMixed(left: ValueType, right: ValueType): boolean {
  return isNumber(left.kind) && isNumber(right.kind) && left.kind !== right.kind;
}

/** Reports a value of unknown type, whose arithmetic would be a guess. */
export function findUntyped(walk: Walk, node: Node): ValueType {
  const written = textOf(node);
  const fix = `Write int(${written}) or double(${written}), or give it a type in its schema.`;
  return walk.find('untyped-number', 'no schema says whether this is a whole or a decimal number.', node, { fix });
}

/** Infers the type of an arithmetic operation on numbers. */
export function arithmeticOf(walk: Walk, sides: readonly Side[], whole: Node): ValueType {
  if (sides.some(({ type }) => type === reported)) return reported;
  const untyped = sides.find(({ type }) => type.kind === 'dyn');
  if (untyped) return findUntyped(walk, untyped.node);
  const odd = sides.find(({ type }) => !isNumber(type.kind));
  if (odd) return walk.unlike(`Expected a number here, but this is ${describeKind(odd.type.kind)}.`, odd.node);
  const [left, right = left] = sides;
  if (!left || !right) return reported;
  return areMixed(left.type, right.type) ? findMixed(walk, 'The operands', left, right, whole) : { kind: left.type.kind };
}

function textOf({ input, range }: Node): string {
  return input.slice(range.start, range.end);
}
