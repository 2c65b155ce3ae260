import type { Node } from '../parse.ts';
import { dyn, ofValues, union, type NamedConditions, type Scope, type ValueType } from '../types.ts';
import { inferCall, inferMethod } from './calls.ts';
import { inferField, inferIndex, inferName } from './names.ts';
import {
  inferAddition,
  inferArithmetic,
  inferChoice,
  inferEquality,
  inferIn,
  inferLogical,
  inferNegation,
  inferOrder,
  requireKey,
} from './operators.ts';
import { boolean, Walk, type Surroundings } from './walk.ts';

type Rules = { [Op in Node['op']]: (walk: Walk, node: Extract<Node, { op: Op }>, around: Surroundings) => ValueType };

const rules: Rules = {
  value: inferLiteral,
  id: inferName,
  '.': inferField,
  '.?': inferField,
  '[]': inferIndex,
  '[?]': inferIndex,
  call: inferCall,
  rcall: inferMethod,
  list: (walk, node, around) => ({
    kind: 'list',
    item: node.args.length > 0 ? union(node.args.map((each) => walk.inferItem(each, around))) : dyn,
  }),
  map(walk, node, around) {
    for (const [key, value] of node.args) {
      requireKey(walk, { node: key, type: walk.infer(key, around) });
      walk.inferItem(value, around);
    }
    return { kind: 'map' };
  },
  '?:': inferChoice,
  '&&': inferLogical,
  '||': inferLogical,
  '!_'(walk, node, around) {
    walk.expect(node.args, 'bool', around);
    return boolean;
  },
  '-_': inferNegation,
  '==': inferEquality,
  '!=': inferEquality,
  in: inferIn,
  '+': inferAddition,
  '-': inferArithmetic,
  '*': inferArithmetic,
  '/': inferArithmetic,
  '%': inferArithmetic,
  '<': inferOrder,
  '<=': inferOrder,
  '>': inferOrder,
  '>=': inferOrder,
};

function inferLiteral(walk: Walk, node: Extract<Node, { op: 'value' }>): ValueType {
  const value = node.args;
  if (typeof value === 'bigint' || typeof value === 'number') return inferNumber(walk, node, value);
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return ofValues([value]);
  return walk.find('unsupported-syntax', 'bytes and unsigned numbers are not supported.', node);
}

/** CEL's ints have 64 bits, those of JSON in a browser 53. */
function inferNumber(walk: Walk, node: Node, value: bigint | number): ValueType {
  const values = [Number(value)];
  if (typeof value === 'number') return { kind: 'double', values };
  if (values.every(Number.isSafeInteger)) return { kind: 'int', values };
  return walk.find('large-number', `whole numbers are exact only up to ${Number.MAX_SAFE_INTEGER}.`, node);
}

/** Walks one expression, infers its type and collects findings, reads and patterns. */
export function createWalk(scope: Scope, conditions: NamedConditions): Walk {
  return new Walk(scope, conditions, (walk, node, around) => {
    const rule = rules[node.op] as (walk: Walk, node: Node, around: Surroundings) => ValueType;
    return rule(walk, node, around);
  });
}
