import type { NamedConditions } from '../emit.ts';
import type { Node } from '../parse.ts';
import { dyn, kindOfValue, ofValues, union, type Scope, type ValueType } from '../types.ts';
import { inferCall, inferMethod } from './calls.ts';
import { inferField, inferIndex, inferName } from './names.ts';
import { inferAddition, inferArithmetic, inferChoice, inferEquality, inferIn, inferLogical, inferOrder } from './operators.ts';
import { boolean, numeric, Walk, type Surroundings } from './walk.ts';

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
    item: node.args.length > 0 ? union(node.args.map((each) => walk.infer(each, around))) : dyn,
  }),
  map(walk, node, around) {
    for (const entry of node.args) for (const each of entry) walk.infer(each, around);
    return { kind: 'map' };
  },
  '?:': inferChoice,
  '&&': inferLogical,
  '||': inferLogical,
  '!_'(walk, node, around) {
    walk.expect(node.args, 'bool', around);
    return boolean;
  },
  '-_'(walk, node, around) {
    walk.expect(node.args, 'number', around);
    return numeric;
  },
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
  if (typeof value === 'bigint') return ofValues([Number(value)]);
  if (kindOfValue(value) !== 'map') return ofValues([value]);
  return walk.find('unsupported-syntax', 'bytes and unsigned numbers are not supported.', node);
}

/** Walks one expression, infers its type and collects findings, reads and patterns. */
export function createWalk(scope: Scope, conditions: NamedConditions): Walk {
  return new Walk(scope, conditions, (walk, node, around) => {
    const rule = rules[node.op] as (walk: Walk, node: Node, around: Surroundings) => ValueType;
    return rule(walk, node, around);
  });
}
