import { macros, overloadOf, type Kind } from './functions.ts';
import { isBoolean, isCertain, isOptional, isTotal } from './emitted.ts';
import { createWalk } from './inference/index.ts';
import { isFinding, parseExpression, type Node } from './parse.ts';
import { translatePattern } from './pattern.ts';
import { isNumber, type NamedConditions, type Scope as Schemas, type ValueType } from './types.ts';

interface Scope {
  types: ReadonlyMap<Node, ValueType>;
  conditionNodes: ReadonlyMap<string, Node>;
  /** Variables of the enclosing macros: CEL name → JavaScript name. */
  variables: ReadonlyMap<string, string>;
  depth: number;
}

const maxConditionDepth = 20;

/**
 * Compiles a CEL expression to JavaScript: an arrow function of the context that calls runtime.ts. The source must parse and pass
 * checkExpression. The schemas distinguish ints from doubles, which differ in arithmetic. A value of another type throws at run time.
 */
export function emitExpression(source: string, conditions: NamedConditions, schemas: Schemas): string {
  const node = parseExpression(source);
  if (isFinding(node)) throw new Error(`${node.message} ${source}`);
  const walk = createWalk(schemas, conditions);
  walk.infer(node, { facts: new Set(), variables: new Map(), depth: 0 });
  return `(c) => ${emit(node, { types: walk.types, conditionNodes: walk.conditionNodes, variables: new Map(), depth: 0 })}`;
}

type Emitters = { [Op in Node['op']]: (node: Extract<Node, { op: Op }>, scope: Scope) => string };

const emitters: Emitters = {
  value: (node) => literal(node.args),
  id: (node, scope) => scope.variables.get(node.args) ?? `get(c, ${JSON.stringify(node.args)})`,
  '.': emitField,
  '.?': (node, scope) => `peek(${emitBase(node.args[0], scope)}, ${JSON.stringify(node.args[1])})`,
  '[]': (node, scope) => `${isOptional(node) ? 'peek' : 'get'}(${emit(node.args[0], scope)}, ${emit(node.args[1], scope)})`,
  '[?]': (node, scope) => `peek(${emit(node.args[0], scope)}, ${emit(node.args[1], scope)})`,
  call: emitCall,
  rcall: emitMethod,
  list: (node, scope) => `[${node.args.map((each) => emit(each, scope)).join(', ')}]`,
  map: emitRecord,
  '?:': (node, scope) => `(${emitBool(node.args[0], scope)} ? ${emit(node.args[1], scope)} : ${emit(node.args[2], scope)})`,
  '&&': (node, scope) => emitLogical(node.args, 'and', '&&', scope),
  '||': (node, scope) => emitLogical(node.args, 'or', '||', scope),
  '!_': (node, scope) => `!${emitBool(node.args, scope)}`,
  '-_': ({ args }, scope) => (isInt(args, scope) ? `whole(-${emitNumber(args, scope)})` : `(-${emitNumber(args, scope)})`),
  '==': (node, scope) => emitEquality(node.args, '', scope),
  '!=': (node, scope) => emitEquality(node.args, '!', scope),
  in: ({ args }, scope) => `isIn(${emit(args[0], scope)}, ${emit(args[1], scope)})`,
  '+': emitAddition,
  '-': emitArithmetic,
  '*': emitArithmetic,
  '/': emitArithmetic,
  '%': emitArithmetic,
  '<': emitOrder,
  '<=': emitOrder,
  '>': emitOrder,
  '>=': emitOrder,
};

function emit(node: Node, scope: Scope): string {
  const emitter = emitters[node.op] as (node: Node, scope: Scope) => string;
  return emitter(node, scope);
}

function literal(value: unknown): string {
  if (typeof value === 'bigint') return String(Number(value));
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return JSON.stringify(value);
  throw new Error('unsupported literal');
}

/** An absent namespace reads as an empty one, so that `has(work.income)` is false instead of an error. */
function emitBase(node: Node, scope: Scope): string {
  if (node.op === 'id' && !scope.variables.has(node.args)) return `c.${node.args}`;
  return emit(node, scope);
}

function emitField(node: Extract<Node, { op: '.' }>, scope: Scope): string {
  const [base, name] = node.args;
  if (base.op === 'id' && base.args === 'conditions' && !scope.variables.has('conditions')) return emitCondition(name, scope);
  return `${isOptional(node) ? 'peek' : 'get'}(${emitBase(base, scope)}, ${JSON.stringify(name)})`;
}

function emitCondition(name: string, scope: Scope): string {
  const node = scope.conditionNodes.get(name);
  if (!node || scope.depth > maxConditionDepth) throw new Error(`condition ${name} is unknown, not valid CEL, or refers to itself`);
  return `(${emit(node, { ...scope, variables: new Map(), depth: scope.depth + 1 })})`;
}

function emitCall(node: Extract<Node, { op: 'call' }>, scope: Scope): string {
  const [name, args] = node.args;
  const [first] = args;
  if (name === 'has' && first?.op === '.')
    return `(peek(${emitBase(first.args[0], scope)}, ${JSON.stringify(first.args[1])}) !== undefined)`;
  const spec = overloadOf(name, false, args.length);
  if (!spec) throw new Error(`unknown function ${name}`);
  return spec.emit(...args.map((each) => emit(each, scope)));
}

function emitMethod(node: Extract<Node, { op: 'rcall' }>, scope: Scope): string {
  const [name, receiver, args] = node.args;
  const on = emit(receiver, scope);
  const [first] = args;
  if (name === 'orValue' && first) return emitOrValue(receiver, first, scope);
  if (name === 'hasValue') return `(${on} !== undefined)`;
  if (macros[name]?.includes(args.length)) return emitMacro(name, on, args, scope);
  if (name === 'matches' && first) return `${emitPattern(first)}.test(str(${on}))`;
  const spec = overloadOf(name, true, args.length);
  if (!spec) throw new Error(`unknown method ${name}`);
  return spec.emit(on, ...args.map((each) => emit(each, scope)));
}

/** If null is possible, it is a value: only an absent value has a default. */
function emitOrValue(receiver: Node, fallback: Node, scope: Scope): string {
  const [on, other] = [emit(receiver, scope), emit(fallback, scope)];
  const held = scope.types.get(receiver)?.item?.kind ?? 'dyn';
  return held === 'dyn' || held === 'null' ? `((value) => (value === undefined ? ${other} : value))(${on})` : `(${on} ?? ${other})`;
}

function emitPattern({ op, args }: Node): string {
  const translated = op === 'value' && typeof args === 'string' ? translatePattern(args) : { foreign: '' };
  if ('foreign' in translated) throw new Error('matches expects a pattern');
  return `/${translated.source}/u`;
}

/** Literal keys make a literal object, in parentheses because an arrow function would read a brace as its body. */
function emitRecord({ args }: Extract<Node, { op: 'map' }>, scope: Scope): string {
  const entries = args.map(([key, value]): [string, string] => [emit(key, scope), emit(value, scope)]);
  const names = new Set(
    args.flatMap(([{ op, args: key }]) => (op === 'value' && typeof key === 'string' && key !== '__proto__' ? [key] : [])),
  );
  if (names.size === args.length) return `({ ${entries.map(([key, value]) => `${key}: ${value}`).join(', ')} })`;
  return `record([${entries.map(([key, value]) => `[${key}, ${value}]`).join(', ')}])`;
}

function emitMacro(name: string, on: string, args: readonly Node[], scope: Scope): string {
  const [variable, second, third] = args;
  if (variable?.op !== 'id' || !second) throw new Error(`${name} expects a variable`);
  const local = `v${scope.variables.size}_${variable.args}`;
  const inner = { ...scope, variables: new Map(scope.variables).set(variable.args, local) };
  const test = `(${local}) => ${emitBool(second, inner)}`;
  if (name === 'exists' || name === 'all') return `some(${on}, ${name === 'exists'}, ${test})`;
  if (name === 'exists_one') return `(items(${on}).filter(${test}).length === 1)`;
  if (name === 'filter') return `items(${on}).filter(${test})`;
  const transform = (node: Node) => `(${local}) => (${emit(node, inner)})`;
  return third ? `items(${on}).filter(${test}).map(${transform(third)})` : `items(${on}).map(${transform(second)})`;
}

const scalars = new Set<Kind>(['bool', 'string', 'int', 'double']);

function emitEquality([left, right]: [Node, Node], not: '' | '!', scope: Scope): string {
  const isScalar = [left, right].some((side) => side.op === 'value' || scalars.has(kindOf(side, scope)));
  if (isScalar) return `(${emit(left, scope)} ${not || '='}== ${emit(right, scope)})`;
  return `${not}eq(${emit(left, scope)}, ${emit(right, scope)})`;
}

/** If the left side cannot fail, JavaScript's && matches CEL's and needs no closures. */
function emitLogical([left, right]: [Node, Node], call: 'and' | 'or', operator: '&&' | '||', scope: Scope): string {
  if (isTotal(left, scope.variables)) return `(${emit(left, scope)} ${operator} ${emitBool(right, scope)})`;
  return `${call}(() => ${emit(left, scope)}, () => ${emit(right, scope)})`;
}

function emitBool(node: Node, scope: Scope): string {
  const source = emit(node, scope);
  return isBoolean(node) ? source : `bool(${source})`;
}

function kindOf(node: Node, scope: Scope): Kind {
  return scope.types.get(node)?.kind ?? 'dyn';
}

function isInt(node: Node, scope: Scope): boolean {
  return kindOf(node, scope) === 'int';
}

function emitAddition(node: Extract<Node, { op: '+' }>, scope: Scope): string {
  const [left, right] = node.args.map((each) => emit(each, scope));
  const kind = kindOf(node, scope);
  if (kind === 'string') return `(str(${left}) + str(${right}))`;
  return kind === 'list' ? `[...list(${left}), ...list(${right})]` : emitArithmetic(node, scope);
}

type Arithmetic = Extract<Node, { op: '+' | '-' | '*' | '/' | '%' }>;

/** Code that the checker refuses, such as a sum of values of unknown type, throws at run time. */
function emitArithmetic(node: Arithmetic, scope: Scope): string {
  const [left, right] = node.args;
  const kind = kindOf(node, scope);
  if (!isNumber(kind)) return 'whole("of unknown type")';
  const result = `${emitNumber(left, scope)} ${node.op} ${emitNumber(right, scope)}`;
  if (kind === 'double') return `(${result})`;
  return node.op === '/' ? `whole(Math.trunc(${result}))` : `whole(${result})`;
}

/** Emits a number that is certain to be of its type. */
function emitNumber(node: Node, scope: Scope): string {
  const source = emit(node, scope);
  if (isCertain(node)) return source;
  return isInt(node, scope) ? `whole(${source})` : `num(${source})`;
}

type Order = Extract<Node, { op: '<' | '<=' | '>' | '>=' }>;

function emitOrder(node: Order, scope: Scope): string {
  const [left, right] = node.args;
  if (node.args.every((each) => isNumber(kindOf(each, scope))))
    return `(${emitComparable(left, scope)} ${node.op} ${emitComparable(right, scope)})`;
  const sides = node.op.startsWith('<') ? [left, right] : [right, left];
  return `${node.op.endsWith('=') ? 'le' : 'lt'}(${sides.map((each) => emit(each, scope)).join(', ')})`;
}

function emitComparable(node: Node, scope: Scope): string {
  const source = emit(node, scope);
  return isCertain(node) ? source : `num(${source})`;
}
