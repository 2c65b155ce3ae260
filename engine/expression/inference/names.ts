import { pathOf } from '../guards.ts';
import { isFinding, parseExpression, type Node } from '../parse.ts';
import { nearMiss } from '../suggest.ts';
import { describeKind, dyn, fieldNames, fieldOf, typeOfSchema, type ValueType } from '../types.ts';
import { requireKey } from './operators.ts';
import { boolean, type Surroundings, type Walk } from './walk.ts';

type FieldNode = Extract<Node, { op: '.' | '.?' }>;
type IndexNode = Extract<Node, { op: '[]' | '[?]' }>;
const maxConditionDepth = 20;

type NameNode = Extract<Node, { op: 'id' }>;

export function inferName(walk: Walk, node: NameNode, around: Surroundings): ValueType {
  if (!around.variables.has(node.args)) walk.wholes.add(node.args);
  return typeOfName(walk, node, around);
}

/** Infers the owner of a field. If the owner is a name, only that field counts as read. */
function inferOwner(walk: Walk, node: Node, around: Surroundings): ValueType {
  return node.op === 'id' ? typeOfName(walk, node, around) : walk.infer(node, around);
}

function typeOfName(walk: Walk, node: NameNode, around: Surroundings): ValueType {
  const name = node.args;
  const variable = around.variables.get(name);
  if (variable) return variable;
  const schema = Object.hasOwn(walk.scope, name) ? walk.scope[name] : undefined;
  if (!schema) {
    const known = Object.keys(walk.scope);
    return walk.find(
      'unknown-name',
      `the name "${name}" does not exist here. The known names are ${known.join(', ')}.`,
      node,
      nearMiss(name, known),
    );
  }
  walk.note(name, around, true);
  return typeOfSchema(schema);
}

export function inferField(walk: Walk, node: FieldNode, around: Surroundings): ValueType {
  const [base, name] = node.args;
  if (base.op === 'id' && base.args === 'conditions' && !around.variables.has('conditions'))
    return inferCondition(walk, node, name, around);
  const from = inferOwner(walk, base, around);
  const isOptional = from.kind === 'optional' || node.op === '.?';
  const type = typeOfField(walk, node, name, from, around, isOptional);
  return isOptional ? { kind: 'optional', item: type } : type;
}

/** A literal name in brackets is a field. Anything else is an item that may be absent. */
export function inferIndex(walk: Walk, node: IndexNode, around: Surroundings): ValueType {
  const [base, index] = node.args;
  const isField = index.op === 'value' && typeof index.args === 'string';
  const from = isField ? inferOwner(walk, base, around) : walk.infer(base, around);
  const key = walk.infer(index, around);
  const isOptional = from.kind === 'optional' || node.op === '[?]';
  const type = typeOfIndex(walk, node, from, key, around, isOptional);
  return isOptional ? { kind: 'optional', item: type } : type;
}

function typeOfIndex(walk: Walk, node: IndexNode, from: ValueType, key: ValueType, around: Surroundings, asked: boolean): ValueType {
  const [, index] = node.args;
  if (index.op === 'value' && typeof index.args === 'string') return typeOfField(walk, node, index.args, from, around, asked);
  if (from.kind === 'list') {
    if (key.kind !== 'int' && key.kind !== 'dyn') walk.unlike('the index of a list must be a whole number.', index);
    return from.item ?? dyn;
  }
  if (from.kind === 'map') requireKey(walk, { node: index, type: key });
  else if (from.kind !== 'dyn' && from.kind !== 'optional') return walk.unlike(`${describeKind(from.kind)} cannot be indexed.`, node);
  return from.kind === 'dyn' ? from : dyn;
}

/** has() checks whether the last field is present. Everything before it must be present. */
export function inferHas(walk: Walk, node: Node, argument: Node | undefined, around: Surroundings): ValueType {
  if (argument?.op !== '.') return walk.find('wrong-arguments', 'has() expects a field, as in has(work.income).', node);
  const [base, name] = argument.args;
  typeOfField(walk, argument, name, inferOwner(walk, base, around), around, true);
  return boolean;
}

/** @param asked the expression checks that the field is present */
function typeOfField(
  walk: Walk,
  node: FieldNode | IndexNode,
  name: string,
  owner: ValueType,
  around: Surroundings,
  asked: boolean,
): ValueType {
  const from = owner.kind === 'optional' ? (owner.item ?? dyn) : owner;
  if (from.kind === 'dyn') return from;
  if (from.kind !== 'map') return walk.findField('unlike-types', `${describeKind(from.kind)} has no field "${name}".`, node);
  const path = pathOf(node);
  const field = fieldOf(from.schema, name);
  if (!field) return unknownField(walk, node, name, from, path);
  if (path !== undefined) walk.note(path, around, !asked);
  if (field.optional && !asked) requireGuard(walk, node, path, around);
  return field.type;
}

function unknownField(walk: Walk, node: FieldNode | IndexNode, name: string, from: ValueType, path: string | undefined): ValueType {
  if (path !== undefined && walk.reported.has(path)) return dyn;
  if (path !== undefined) walk.reported.add(path);
  const owner = pathOf(node.args[0]);
  const message = `${owner === undefined ? 'this object' : `"${owner}"`} has no field "${name}".`;
  return walk.findField('unknown-field', message, node, nearMiss(name, fieldNames(from.schema)));
}

function requireGuard(walk: Walk, node: Node, path: string | undefined, around: Surroundings): void {
  if (path === undefined) {
    walk.findField('unguarded-optional', 'this can be absent: read it with .? and orValue().', node);
    return;
  }
  if (around.facts.has(path) || walk.reported.has(path)) return;
  walk.reported.add(path);
  const fix = `Write has(${path}) && … before it, or ${path.replace(/\.(\w+)$/, '.?$1')}.orValue(…).`;
  walk.findField('unguarded-optional', `"${path}" can be absent: check it with has() first.`, node, { fix });
}

function inferCondition(walk: Walk, node: Node, name: string, around: Surroundings): ValueType {
  const source = Object.hasOwn(walk.conditions, name) ? walk.conditions[name] : undefined;
  if (source === undefined) {
    return walk.findField('unknown-condition', `there is no condition "${name}".`, node, nearMiss(name, Object.keys(walk.conditions)));
  }
  const condition = walk.conditionNodes.get(name) ?? parseExpression(source);
  if (isFinding(condition) || around.depth > maxConditionDepth) return boolean;
  walk.conditionNodes.set(name, condition);
  walk.within(name, node, () => walk.infer(condition, { facts: around.facts, variables: new Map(), depth: around.depth + 1 }));
  return boolean;
}
