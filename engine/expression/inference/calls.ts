import { functions, macros, overloadOf, type FunctionSpec, type Kind } from '../functions.ts';
import { joined, presentWhen } from '../guards.ts';
import type { Node } from '../parse.ts';
import { nearMiss } from '../suggest.ts';
import { describeKind, dyn, union, type ValueType } from '../types.ts';
import { inferHas } from './names.ts';
import { boolean, type Surroundings, type Walk } from './walk.ts';

type CallNode = Extract<Node, { op: 'call' }>;
type MethodNode = Extract<Node, { op: 'rcall' }>;

export function inferCall(walk: Walk, node: CallNode, around: Surroundings): ValueType {
  const [name, args] = node.args;
  if (name === 'has') return inferHas(walk, node, args[0], around);
  const types = args.map((each) => walk.infer(each, around));
  const spec = overloadOf(name, false, args.length);
  return spec ? applied(walk, spec, name, args, types) : unknownFunction(walk, name, node, args.length);
}

export function inferMethod(walk: Walk, node: MethodNode, around: Surroundings): ValueType {
  const [name, receiver, args] = node.args;
  const on = walk.infer(receiver, around);
  const [first] = args;
  if (name === 'orValue' && first && (on.kind === 'optional' || on.kind === 'dyn')) return inferOrValue(walk, on, first, around);
  if (name === 'hasValue' && on.kind === 'optional') return boolean;
  if (Object.hasOwn(macros, name) && macros[name]?.includes(args.length)) return inferMacro(walk, node, on, around);
  const types = args.map((each) => walk.infer(each, around));
  const spec = overloadOf(name, true, args.length);
  if (!spec) return unknownFunction(walk, name, node, args.length);
  requireKind(walk, on, spec.receiver ?? [], receiver, name);
  if (name === 'matches' && first) notePattern(walk, first);
  return applied(walk, spec, name, args, types);
}

function applied(walk: Walk, spec: FunctionSpec, name: string, args: readonly Node[], types: readonly ValueType[]): ValueType {
  args.forEach((node, index) => requireKind(walk, types[index] ?? dyn, spec.args[index] ?? [], node, name));
  return spec.itemKind ? { kind: spec.result, item: { kind: spec.itemKind } } : { kind: spec.result };
}

/** Patterns of a named condition are recorded at the condition. */
function notePattern(walk: Walk, node: Node): void {
  if (walk.insideCondition || node.op !== 'value' || typeof node.args !== 'string') return;
  walk.patterns.push({ pattern: node.args, offset: node.range.start, length: node.range.end - node.range.start });
}

function requireKind(walk: Walk, type: ValueType, kinds: readonly Kind[], node: Node, name: string): void {
  if (type.kind === 'dyn' || kinds.includes(type.kind) || kinds.includes('dyn')) return;
  const expected = kinds.map(describeKind).join(' or ');
  walk.find('wrong-arguments', `"${name}()" expects ${expected}, but this is ${describeKind(type.kind)}.`, node);
}

function unknownFunction(walk: Walk, name: string, node: Node, count: number): ValueType {
  const known = [...Object.keys(functions), ...Object.keys(macros), 'orValue', 'hasValue'];
  if (known.includes(name)) return walk.find('wrong-arguments', `"${name}()" cannot be called like this with ${count} arguments.`, node);
  return walk.find('unknown-function', `there is no function "${name}".`, node, nearMiss(name, known));
}

function inferOrValue(walk: Walk, on: ValueType, fallback: Node, around: Surroundings): ValueType {
  const other = walk.infer(fallback, around);
  const held = on.item ?? dyn;
  if (held.kind !== 'dyn' && other.kind !== 'dyn' && held.kind !== other.kind) {
    walk.unlike(`orValue() must also return ${describeKind(held.kind)}, but returns ${describeKind(other.kind)}.`, fallback);
  }
  return union([held, other]);
}

function inferMacro(walk: Walk, node: MethodNode, on: ValueType, around: Surroundings): ValueType {
  const [name, receiver, [variable, second, third]] = node.args;
  if (variable?.op !== 'id' || !second)
    return walk.find('wrong-arguments', `The first argument of "${name}()" must be a name for the item.`, variable ?? receiver);
  if (on.kind !== 'list' && on.kind !== 'map' && on.kind !== 'dyn')
    walk.unlike(`${name}() expects a list, but this is ${describeKind(on.kind)}.`, receiver);
  const item: ValueType = on.kind === 'map' ? { kind: 'string' } : (on.item ?? dyn);
  const inner = { ...around, variables: new Map(around.variables).set(variable.args, item), facts: without(around.facts, variable.args) };
  if (name === 'map' && !third) return { kind: 'list', item: walk.infer(second, inner) };
  walk.expect(second, 'bool', inner);
  if (name === 'filter') return { kind: 'list', item };
  if (name !== 'map' || !third) return boolean;
  return { kind: 'list', item: walk.infer(third, { ...inner, facts: joined(inner.facts, presentWhen(second, true, walk.conditions)) }) };
}

function without(facts: ReadonlySet<string>, variable: string): ReadonlySet<string> {
  return new Set([...facts].filter((fact) => fact !== variable && !fact.startsWith(`${variable}.`)));
}
