import { functions, macros, overloadOf, type FunctionSpec, type Kind } from '../functions.ts';
import { joined, presentWhen } from '../guards.ts';
import type { Node } from '../parse.ts';
import { nearMiss } from '../suggest.ts';
import { translatePattern } from '../pattern.ts';
import { describeKind, dyn, fits, reported, union, type ValueType } from '../types.ts';
import { inferHas } from './names.ts';
import { areMixed, findMixed } from './numbers.ts';
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
  if (name === 'orValue' && args.length === 1 && first && (on.kind === 'optional' || on === reported))
    return inferOrValue(walk, on, first, around);
  if (name === 'hasValue' && args.length === 0 && on.kind === 'optional') return boolean;
  if (name === 'matches' && args.length === 1 && first) return inferMatches(walk, receiver, on, first);
  if (Object.hasOwn(macros, name) && macros[name]?.includes(args.length)) return inferMacro(walk, node, on, around);
  const types = args.map((each) => walk.infer(each, around));
  const spec = overloadOf(name, true, args.length);
  if (!spec) return unknownFunction(walk, name, node, args.length);
  requireKind(walk, on, spec.receiver ?? [], receiver, name);
  return applied(walk, spec, name, args, types);
}

function applied(walk: Walk, spec: FunctionSpec, name: string, args: readonly Node[], types: readonly ValueType[]): ValueType {
  args.forEach((node, index) => requireKind(walk, types[index] ?? dyn, spec.args[index] ?? [], node, name));
  return spec.itemKind ? { kind: spec.result, item: { kind: spec.itemKind } } : { kind: spec.result };
}

/** The pattern is compiled with the expression, so it must be written in it. Patterns of a named condition are recorded at the condition. */
function inferMatches(walk: Walk, receiver: Node, on: ValueType, pattern: Node): ValueType {
  requireKind(walk, on, ['string'], receiver, 'matches');
  if (pattern.op !== 'value' || typeof pattern.args !== 'string') {
    walk.find('wrong-arguments', '"matches()" expects a pattern that is written here, in quotes.', pattern);
    return boolean;
  }
  const translated = translatePattern(pattern.args);
  if ('foreign' in translated) {
    const message = `"${translated.foreign}" is not a regular expression that RE2 and browsers read alike.`;
    walk.find('foreign-pattern', message, pattern);
  } else if (!walk.insideCondition) {
    walk.patterns.push({ pattern: pattern.args, offset: pattern.range.start, length: pattern.range.end - pattern.range.start });
  }
  return boolean;
}

function requireKind(walk: Walk, type: ValueType, kinds: readonly Kind[], node: Node, name: string): void {
  if (type.kind === 'dyn' || kinds.includes(type.kind) || (kinds.includes('dyn') && type.kind !== 'optional')) return;
  const expected = kinds.map(describeKind).join(' or ');
  walk.find('wrong-arguments', `"${name}()" expects ${expected}, but this is ${describeKind(type.kind)}.`, node);
}

function unknownFunction(walk: Walk, name: string, node: Node, count: number): ValueType {
  const known = [...Object.keys(functions), ...Object.keys(macros), 'orValue', 'hasValue', 'matches'];
  if (known.includes(name)) return walk.find('wrong-arguments', `"${name}()" cannot be called like this with ${count} arguments.`, node);
  return walk.find('unknown-function', `there is no function "${name}".`, node, nearMiss(name, known));
}

function inferOrValue(walk: Walk, on: ValueType, fallback: Node, around: Surroundings): ValueType {
  const other = { node: fallback, type: walk.infer(fallback, around) };
  const held = { node: fallback, type: on.item ?? dyn };
  const isEmptyList = fallback.op === 'list' && fallback.args.length === 0;
  if (isEmptyList && held.type.kind === 'list') return held.type;
  if (other.type.kind === 'int' && areMixed(held.type, other.type))
    return findMixed(walk, 'A value and its default', held, other, fallback);
  if (fits(held.type, other.type)) return union([held.type, other.type]);
  const kinds = [held.type.kind, other.type.kind].map(describeKind);
  return walk.unlike(`orValue() must also return ${kinds[0]}, but returns ${kinds[1]}.`, fallback);
}

function inferMacro(walk: Walk, node: MethodNode, on: ValueType, around: Surroundings): ValueType {
  const [name, receiver, [variable, second, third]] = node.args;
  if (variable?.op !== 'id' || !second)
    return walk.find('wrong-arguments', `The first argument of "${name}()" must be a name for the item.`, variable ?? receiver);
  if (on.kind !== 'list' && on.kind !== 'map' && on.kind !== 'dyn')
    walk.unlike(`${name}() expects a list, but this is ${describeKind(on.kind)}.`, receiver);
  const item: ValueType = on.kind === 'map' ? { kind: 'string' } : (on.item ?? dyn);
  const inner = { ...around, variables: new Map(around.variables).set(variable.args, item), facts: without(around.facts, variable.args) };
  if (name === 'map' && !third) return { kind: 'list', item: walk.inferItem(second, inner) };
  walk.expect(second, 'bool', inner);
  if (name === 'filter') return { kind: 'list', item };
  if (name !== 'map' || !third) return boolean;
  return {
    kind: 'list',
    item: walk.inferItem(third, { ...inner, facts: joined(inner.facts, presentWhen(second, true, walk.conditions)) }),
  };
}

function without(facts: ReadonlySet<string>, variable: string): ReadonlySet<string> {
  return new Set([...facts].filter((fact) => fact !== variable && !fact.startsWith(`${variable}.`)));
}
