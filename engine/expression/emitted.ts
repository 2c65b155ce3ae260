import { overloadOf } from './functions.ts';
import type { Node } from './parse.ts';

const booleanOps = new Set<string>(['==', '!=', '<', '<=', '>', '>=', 'in', '&&', '||', '!_']);
const booleanCalls = new Set(['has', 'hasValue', 'exists', 'all', 'exists_one']);

/** Whether the emitted code always returns a boolean (or throws). */
export function isBoolean(node: Node): boolean {
  if (node.op === 'value') return typeof node.args === 'boolean';
  if (node.op === 'call') return booleanCalls.has(node.args[0]);
  if (node.op === 'rcall') return booleanCalls.has(node.args[0]) || overloadOf(node.args[0], true, node.args[2].length)?.result === 'bool';
  return booleanOps.has(node.op);
}

/** Whether it returns a boolean and never throws. A namespace is always an object, but an item can be anything. */
export function isTotal(node: Node, variables: ReadonlyMap<string, string>): boolean {
  if (node.op === 'value') return typeof node.args === 'boolean';
  if (node.op === '!_') return isTotal(node.args, variables);
  if (node.op === '&&' || node.op === '||') return node.args.every((each) => isTotal(each, variables));
  if (node.op !== 'call' || node.args[0] !== 'has') return false;
  const field = node.args[1][0];
  return field?.op === '.' && field.args[0].op === 'id' && !variables.has(field.args[0].args);
}

export function isOptional(node: Node): boolean {
  if (node.op === '.?' || node.op === '[?]') return true;
  return (node.op === '.' || node.op === '[]') && isOptional(node.args[0]);
}

const arithmeticOps = new Set<string>(['+', '-', '*', '/', '%', '-_']);

/** Whether the emitted code is certain to be a number of its type. */
export function isCertain(node: Node): boolean {
  return node.op === 'value' || arithmeticOps.has(node.op);
}
