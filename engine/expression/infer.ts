import type { NamedConditions } from './emit.ts';
import { functions, macros, overloadOf, type Kind } from './functions.ts';
import { joined, pathOf, presentWhen } from './guards.ts';
import { isFinding, parseExpression, type Finding, type Node } from './parse.ts';
import { didYouMean } from './suggest.ts';
import { describeKind, dyn, fieldNames, fieldOf, kindOfValue, ofValues, typeOfSchema, union, type Scope, type ValueType } from './types.ts';

interface Surroundings {
  /** Paths known to be present here. */
  facts: ReadonlySet<string>;
  /** Variables of the macros around. */
  variables: ReadonlyMap<string, ValueType>;
  /** How many named conditions deep. */
  depth: number;
}

export interface Inference {
  infer(node: Node, around: Surroundings): ValueType;
  findings: Finding[];
  patterns: { pattern: string; offset: number; length: number }[];
  reads(): string[][];
  needs(): string[][];
}

type Infer<Op extends Node['op']> = (node: Extract<Node, { op: Op }>, around: Surroundings) => ValueType;
const boolean: ValueType = { kind: 'bool' };
const numeric: ValueType = { kind: 'number' };
const maxConditionDepth = 20;

/** Type inference over one expression. Findings, reads and patterns gather as `infer` walks. */
export function createInference(scope: Scope, conditions: NamedConditions): Inference {
  const findings: Finding[] = [];
  const patterns: Inference['patterns'] = [];
  const reads = new Map<string, string[]>();
  const needs = new Map<string, string[]>();
  /** Paths complained about already: one finding each is enough. */
  const reported = new Set<string>();
  /** The named condition that is walked, and where the expression uses it. */
  let usedAt: { node: Node; name: string } | undefined;

  function find(code: string, message: string, node: Node, fix?: string): ValueType {
    if (usedAt && dependsOnUse.has(code)) {
      findings.push({
        code,
        message: `The condition "${usedAt.name}" cannot be used here: ${message}`,
        ...placeOf(usedAt.node),
        ...(fix && { fix }),
      });
    } else {
      findings.push({ code, message, ...placeOf(node), ...(fix && { fix }), ...(usedAt && { condition: usedAt.name }) });
    }
    return dyn;
  }

  const unlike = (message: string, node: Node) => find('unlike-types', message, node);

  function infer(node: Node, around: Surroundings): ValueType {
    const rule = rules[node.op] as (node: Node, around: Surroundings) => ValueType;
    return rule(node, around);
  }

  const rules: { [Op in Node['op']]: Infer<Op> } = {
    value: (node) => (isPlain(node.args) ? ofValues([typeof node.args === 'bigint' ? Number(node.args) : node.args]) : unsupported(node)),
    id: inferName,
    '.': (node, around) => inferField(node, around, false),
    '.?': (node, around) => ({ kind: 'optional', item: inferField(node, around, true) }),
    '[]': (node, around) => inferIndex(node.args, node, around),
    '[?]': (node, around) => ({ kind: 'optional', item: inferIndex(node.args, node, around) }),
    call: inferCall,
    rcall: inferMethod,
    list: (node, around) => ({ kind: 'list', item: node.args.length ? union(node.args.map((each) => infer(each, around))) : dyn }),
    map: (node, around) => {
      for (const entry of node.args) for (const each of entry) infer(each, around);
      return { kind: 'map' };
    },
    '?:': inferChoice,
    '&&': (node, around) => inferLogical(node, true, around),
    '||': (node, around) => inferLogical(node, false, around),
    '!_': (node, around) => expect(node.args, 'bool', around, boolean),
    '-_': (node, around) => expect(node.args, 'number', around, numeric),
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

  function unsupported(node: Node): ValueType {
    return find('unsupported-syntax', 'Bytes, unsigned numbers and timestamps are not used in this configuration.', node);
  }

  function expect(node: Node, kind: Kind, around: Surroundings, result: ValueType): ValueType {
    const type = infer(node, around);
    if (type.kind !== kind && type.kind !== 'dyn')
      unlike(`Expected ${describeKind(kind)} here, but this is ${describeKind(type.kind)}.`, node);
    return result;
  }

  function inferName(node: Extract<Node, { op: 'id' }>, around: Surroundings): ValueType {
    const name = node.args;
    const variable = around.variables.get(name);
    if (variable) return variable;
    const schema = Object.hasOwn(scope, name) ? scope[name] : undefined;
    if (!schema) {
      const known = Object.keys(scope);
      return find('unknown-name', `Nothing is called "${name}" here; known are ${known.join(', ')}.`, node, didYouMean(name, known));
    }
    note([name], around, true);
    return typeOfSchema(schema);
  }

  function note(path: string[], around: Surroundings, needed: boolean): void {
    const [first = ''] = path;
    if (around.variables.has(first)) return;
    const key = path.join('.');
    reads.set(key, path);
    if (needed && !around.facts.has(key)) needs.set(key, path);
  }

  function inferField(node: Extract<Node, { op: '.' | '.?' }>, around: Surroundings, asked: boolean): ValueType {
    const [base, name] = node.args;
    if (base.op === 'id' && base.args === 'conditions' && !around.variables.has('conditions')) return inferCondition(node, name, around);
    const from = infer(base, around);
    const within = from.kind === 'optional' ? (from.item ?? dyn) : from;
    const type = fieldType(node, within, around, asked || from.kind === 'optional');
    return from.kind === 'optional' && node.op === '.' ? { kind: 'optional', item: type } : type;
  }

  function fieldType(node: Extract<Node, { op: '.' | '.?' }>, from: ValueType, around: Surroundings, asked: boolean): ValueType {
    const [, name] = node.args;
    if (from.kind === 'dyn') return dyn;
    if (from.kind !== 'map') return unlike(`${describeKind(from.kind)} has no field "${name}".`.replace(/^a/, 'A'), node);
    const path = node.op === '.' ? pathOf(node) : undefined;
    const field = fieldOf(from.schema, name);
    if (!field) return unknownField(node, from, path);
    if (path !== undefined) note(path.split('.'), around, !asked);
    if (field.optional && !asked) requireGuard(node, path, around);
    return field.type;
  }

  function unknownField(node: Extract<Node, { op: '.' | '.?' }>, from: ValueType, path: string | undefined): ValueType {
    const [base, name] = node.args;
    const key = path ?? name;
    if (reported.has(key)) return dyn;
    reported.add(key);
    const owner = pathOf(base) ?? 'this object';
    return find('unknown-field', `"${owner}" has no field "${name}".`, node, didYouMean(name, fieldNames(from.schema)));
  }

  function requireGuard(node: Node, path: string | undefined, around: Surroundings): void {
    if (path !== undefined && (around.facts.has(path) || reported.has(path))) return;
    if (path !== undefined) reported.add(path);
    const what = path ?? 'This';
    const fix = path === undefined ? undefined : `Write has(${path}) && … before it, or ${path.replace(/\.(\w+)$/, '.?$1')}.orValue(…).`;
    find('unguarded-optional', `${what} may be absent: the expression must ask has() first.`, node, fix);
  }

  function inferCondition(node: Node, name: string, around: Surroundings): ValueType {
    const source = Object.hasOwn(conditions, name) ? conditions[name] : undefined;
    if (source === undefined) {
      return find('unknown-condition', `No condition is named "${name}".`, node, didYouMean(name, Object.keys(conditions)));
    }
    const condition = parseExpression(source);
    if (isFinding(condition) || around.depth > maxConditionDepth) return boolean;
    const outer = usedAt;
    usedAt = { node: outer?.node ?? node, name };
    infer(condition, { facts: around.facts, variables: new Map(), depth: around.depth + 1 });
    usedAt = outer;
    return boolean;
  }

  function inferIndex([base, index]: [Node, Node], node: Node, around: Surroundings): ValueType {
    const from = infer(base, around);
    const key = infer(index, around);
    if (from.kind === 'list') {
      if (key.kind !== 'number' && key.kind !== 'dyn') unlike('A list is indexed by a number.', index);
      return from.item ?? dyn;
    }
    if (from.kind !== 'map' && from.kind !== 'dyn') return unlike(`${describeKind(from.kind)} cannot be indexed.`.replace(/^a/, 'A'), node);
    if (from.kind === 'map' && index.op === 'value' && typeof index.args === 'string') {
      const field = fieldOf(from.schema, index.args);
      if (!field)
        return find('unknown-field', `There is no field "${index.args}".`, index, didYouMean(index.args, fieldNames(from.schema)));
      return field.type;
    }
    return dyn;
  }

  function inferCall(node: Extract<Node, { op: 'call' }>, around: Surroundings): ValueType {
    const [name, args] = node.args;
    if (name === 'has') return inferHas(node, args[0], around);
    const types = args.map((each) => infer(each, around));
    const spec = overloadOf(name, false, args.length);
    if (!spec) return unknownFunction(name, node, args.length, false);
    spec.args.forEach((kinds, index) => requireKind(types[index], kinds, args[index] ?? node, name));
    return { kind: spec.result };
  }

  function inferHas(node: Node, argument: Node | undefined, around: Surroundings): ValueType {
    if (argument?.op !== '.') return find('wrong-arguments', 'has() asks for a field, as in has(work.income).', node);
    const from = infer(argument.args[0], around);
    fieldType(argument, from, around, true);
    return boolean;
  }

  function inferMethod(node: Extract<Node, { op: 'rcall' }>, around: Surroundings): ValueType {
    const [name, receiver, args] = node.args;
    const on = infer(receiver, around);
    const [first] = args;
    if (name === 'orValue' && first && (on.kind === 'optional' || on.kind === 'dyn')) return inferOrValue(on, first, around);
    if (name === 'hasValue' && on.kind === 'optional') return boolean;
    if (macros[name]?.includes(args.length)) return inferMacro(name, on, receiver, args, around);
    const types = args.map((each) => infer(each, around));
    const spec = overloadOf(name, true, args.length);
    if (!spec) return unknownFunction(name, node, args.length, true);
    requireKind(on, spec.receiver ?? [], receiver, name);
    spec.args.forEach((kinds, index) => requireKind(types[index], kinds, args[index] ?? node, name));
    if (name === 'matches' && first?.op === 'value' && typeof first.args === 'string' && !usedAt) {
      patterns.push({ pattern: first.args, offset: first.range.start, length: first.range.end - first.range.start });
    }
    return spec.itemKind ? { kind: spec.result, item: { kind: spec.itemKind } } : { kind: spec.result };
  }

  function inferOrValue(on: ValueType, fallback: Node, around: Surroundings): ValueType {
    const other = infer(fallback, around);
    const held = on.item ?? dyn;
    if (held.kind !== 'dyn' && other.kind !== 'dyn' && held.kind !== other.kind) {
      unlike(`orValue() must give ${describeKind(held.kind)} too, but gives ${describeKind(other.kind)}.`, fallback);
    }
    return union([held, other]);
  }

  function requireKind(type: ValueType | undefined, kinds: readonly Kind[], node: Node, name: string): void {
    if (!type || type.kind === 'dyn' || kinds.includes(type.kind) || kinds.includes('dyn')) return;
    const expected = kinds.map(describeKind).join(' or ');
    find('wrong-arguments', `${name}() expects ${expected}, but this is ${describeKind(type.kind)}.`, node);
  }

  function unknownFunction(name: string, node: Node, count: number, method: boolean): ValueType {
    const known = Object.hasOwn(functions, name) || Object.hasOwn(macros, name) || name === 'orValue';
    if (known)
      return find(
        'wrong-arguments',
        `${name}() cannot be called ${method ? 'on this' : ''} with ${count} arguments.`.replace('  ', ' '),
        node,
      );
    return find(
      'unknown-function',
      `There is no function "${name}".`,
      node,
      didYouMean(name, [...Object.keys(functions), ...Object.keys(macros)]),
    );
  }

  function inferMacro(name: string, on: ValueType, receiver: Node, args: readonly Node[], around: Surroundings): ValueType {
    const [variable, second, third] = args;
    if (variable?.op !== 'id' || !second)
      return find('wrong-arguments', `${name}() expects a name for the item first.`, variable ?? receiver);
    if (on.kind !== 'list' && on.kind !== 'map' && on.kind !== 'dyn')
      unlike(`${name}() walks a list, but this is ${describeKind(on.kind)}.`, receiver);
    const item: ValueType = on.kind === 'map' ? { kind: 'string' } : (on.item ?? dyn);
    const inner = { ...around, variables: new Map(around.variables).set(variable.args, item), facts: without(around.facts, variable.args) };
    if (name === 'map' && !third) return { kind: 'list', item: infer(second, inner) };
    expect(second, 'bool', inner, boolean);
    if (name === 'filter') return on.kind === 'map' ? { kind: 'list', item } : on;
    if (name !== 'map' || !third) return boolean;
    return { kind: 'list', item: infer(third, { ...inner, facts: joined(inner.facts, presentWhen(second, true, conditions)) }) };
  }

  function inferChoice(node: Extract<Node, { op: '?:' }>, around: Surroundings): ValueType {
    const [condition, then, otherwise] = node.args;
    expect(condition, 'bool', around, boolean);
    const whenTrue = infer(then, { ...around, facts: joined(around.facts, presentWhen(condition, true, conditions)) });
    const whenFalse = infer(otherwise, { ...around, facts: joined(around.facts, presentWhen(condition, false, conditions)) });
    if (whenTrue.kind !== whenFalse.kind && whenTrue.kind !== 'dyn' && whenFalse.kind !== 'dyn') {
      return unlike(`Both sides of ? : must be of one kind, not ${describeKind(whenTrue.kind)} and ${describeKind(whenFalse.kind)}.`, node);
    }
    return union([whenTrue, whenFalse]);
  }

  function inferLogical(node: Extract<Node, { op: '&&' | '||' }>, conjunction: boolean, around: Surroundings): ValueType {
    const [left, right] = node.args;
    expect(left, 'bool', around, boolean);
    return expect(right, 'bool', { ...around, facts: joined(around.facts, presentWhen(left, conjunction, conditions)) }, boolean);
  }

  function inferEquality(node: Extract<Node, { op: '==' | '!=' }>, around: Surroundings): ValueType {
    const [left, right] = node.args;
    requireComparable(infer(left, around), infer(right, around), left, right, node);
    return boolean;
  }

  function requireComparable(left: ValueType, right: ValueType, leftNode: Node, rightNode: Node, whole: Node): void {
    if (left.kind === 'null' || right.kind === 'null') {
      find('unlike-types', 'Values are absent, never null: ask has() instead.', whole);
    } else if (left.kind !== right.kind && left.kind !== 'dyn' && right.kind !== 'dyn') {
      unlike(`${describeKind(left.kind)} never equals ${describeKind(right.kind)}.`.replace(/^a/, 'A'), whole);
    } else if (left.values && right.values && !left.values.some((value) => right.values?.includes(value))) {
      const [literal, other] = rightNode.op === 'value' || leftNode.op !== 'value' ? [rightNode, left] : [leftNode, right];
      neverEqual(literal, literal === rightNode ? right : left, other);
    }
  }

  function neverEqual(node: Node, written: ValueType, other: ValueType): void {
    const [value] = written.values ?? [];
    const known = (other.values ?? []).map(String);
    const fix = typeof value === 'string' ? didYouMean(value, known) : undefined;
    find('never-equal', `This never equals ${JSON.stringify(value)}; it can be ${known.slice(0, 12).join(', ')}.`, node, fix);
  }

  function inferIn(node: Extract<Node, { op: 'in' }>, around: Surroundings): ValueType {
    const [value, within] = node.args;
    const type = infer(value, around);
    if (within.op === 'list') {
      for (const each of within.args) requireComparable(type, infer(each, around), value, each, each);
      return boolean;
    }
    const list = infer(within, around);
    if (list.kind === 'list' && list.item) requireComparable(type, list.item, value, within, node);
    else if (list.kind !== 'map' && list.kind !== 'list' && list.kind !== 'dyn')
      unlike(`in expects a list, but this is ${describeKind(list.kind)}.`, within);
    return boolean;
  }

  function inferAddition(node: Extract<Node, { op: '+' }>, around: Surroundings): ValueType {
    const [left, right] = node.args.map((each) => infer(each, around));
    if (!left || !right) return dyn;
    const kind = left.kind === 'dyn' ? right.kind : left.kind;
    if (kind === 'dyn') return dyn;
    if (right.kind !== 'dyn' && right.kind !== kind)
      return unlike(`${describeKind(left.kind)} and ${describeKind(right.kind)} cannot be added.`.replace(/^a/, 'A'), node);
    if (kind !== 'number' && kind !== 'string' && kind !== 'list')
      return unlike(`${describeKind(kind)} cannot be added.`.replace(/^a/, 'A'), node);
    return kind === 'list' ? { kind, item: union([left.item ?? dyn, right.item ?? dyn]) } : { kind };
  }

  function inferArithmetic(node: Extract<Node, { op: '-' | '*' | '/' | '%' }>, around: Surroundings): ValueType {
    for (const each of node.args) expect(each, 'number', around, numeric);
    return numeric;
  }

  function inferOrder(node: Extract<Node, { op: '<' | '<=' | '>' | '>=' }>, around: Surroundings): ValueType {
    const [left, right] = node.args.map((each) => infer(each, around));
    const kinds = [left, right].flatMap((each) => (each && each.kind !== 'dyn' ? [each.kind] : []));
    const odd = kinds.find((kind) => kind !== 'number' && kind !== 'string');
    if (odd) return unlike(`${describeKind(odd)} has no order.`.replace(/^a/, 'A'), node);
    const [first, second] = kinds;
    if (first && second && first !== second)
      unlike(`${describeKind(first)} and ${describeKind(second)} cannot be compared.`.replace(/^a/, 'A'), node);
    return boolean;
  }

  return { infer, findings, patterns, reads: () => [...reads.values()], needs: () => [...needs.values()] };
}

/** Inside a named condition these are the fault of where it is used; all else is wrong wherever it is used. */
const dependsOnUse = new Set(['unknown-name', 'unguarded-optional']);

function placeOf(node: Node): { offset: number; length: number } {
  const start = node.op === '.' ? node.pos : node.range.start;
  return { offset: start, length: Math.max(1, node.range.end - start) };
}

function isPlain(value: unknown): value is string | number | bigint | boolean | null {
  return kindOfValue(value) !== 'map' && kindOfValue(value) !== 'dyn';
}

function without(facts: ReadonlySet<string>, variable: string): ReadonlySet<string> {
  return new Set([...facts].filter((fact) => fact !== variable && !fact.startsWith(`${variable}.`)));
}
