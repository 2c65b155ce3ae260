import { macros, overloadOf } from './functions.ts';
import { isFinding, parseExpression, type Node } from './parse.ts';
import { runtimeFunctions } from './runtimeSource.ts';

/** Named conditions. `conditions.<name>` is replaced by its expression. */
export type NamedConditions = Readonly<Record<string, string>>;

interface Scope {
  conditions: NamedConditions;
  /** Variables of the enclosing macros: CEL name → JavaScript name. */
  variables: ReadonlyMap<string, string>;
  depth: number;
}

const maxConditionDepth = 20;

/**
 * Compiles a CEL expression to JavaScript: an arrow function of the context that calls runtime.ts. The source must parse. Type
 * errors throw at run time, because the checker reports them earlier.
 */
export function emitExpression(source: string, conditions: NamedConditions = {}): string {
  return `(c) => ${emitSource(source, { conditions, variables: new Map(), depth: 0 })}`;
}

function emitSource(source: string, scope: Scope): string {
  const node = parseExpression(source);
  if (isFinding(node)) throw new Error(`${node.message} ${source}`);
  return emit(node, scope);
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
  // Parentheses, because an arrow function would read a brace as its body.
  map: (node, scope) => `({ ${node.args.map(([key, value]) => `[${emit(key, scope)}]: ${emit(value, scope)}`).join(', ')} })`,
  '?:': (node, scope) => `(${emitBool(node.args[0], scope)} ? ${emit(node.args[1], scope)} : ${emit(node.args[2], scope)})`,
  '&&': (node, scope) => emitLogical(node.args, 'and', '&&', scope),
  '||': (node, scope) => emitLogical(node.args, 'or', '||', scope),
  '!_': (node, scope) => `!${emitBool(node.args, scope)}`,
  '-_': (node, scope) => `(-num(${emit(node.args, scope)}))`,
  '==': (node, scope) => emitEquality(node.args, '', scope),
  '!=': (node, scope) => emitEquality(node.args, '!', scope),
  in: ({ args }, scope) => `isIn(${emit(args[0], scope)}, ${emit(args[1], scope)})`,
  '+': ({ args }, scope) => `add(${emit(args[0], scope)}, ${emit(args[1], scope)})`,
  '-': (node, scope) => arithmetic(node.args, '-', scope),
  '*': (node, scope) => arithmetic(node.args, '*', scope),
  '/': (node, scope) => (isWhole(node) ? whole('divide', node.args, scope) : arithmetic(node.args, '/', scope)),
  '%': (node, scope) => (areWhole(node.args) ? whole('modulo', node.args, scope) : arithmetic(node.args, '%', scope)),
  '<': ({ args }, scope) => `lt(${emit(args[0], scope)}, ${emit(args[1], scope)})`,
  '<=': ({ args }, scope) => `le(${emit(args[0], scope)}, ${emit(args[1], scope)})`,
  '>': ({ args }, scope) => `lt(${emit(args[1], scope)}, ${emit(args[0], scope)})`,
  '>=': ({ args }, scope) => `le(${emit(args[1], scope)}, ${emit(args[0], scope)})`,
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
  const source = Object.hasOwn(scope.conditions, name) ? scope.conditions[name] : undefined;
  if (source === undefined || scope.depth > maxConditionDepth) throw new Error(`condition ${name} is unknown or reads itself`);
  return `(${emitSource(source, { ...scope, variables: new Map(), depth: scope.depth + 1 })})`;
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
  if (name === 'orValue' && first) return `(${on} ?? ${emit(first, scope)})`;
  if (name === 'hasValue') return `(${on} !== undefined)`;
  if (macros[name]?.includes(args.length)) return emitMacro(name, on, args, scope);
  if (name === 'matches' && first?.op === 'value' && typeof first.args === 'string') return `${regex(first.args)}.test(str(${on}))`;
  const spec = overloadOf(name, true, args.length);
  if (!spec) throw new Error(`unknown method ${name}`);
  return spec.emit(on, ...args.map((each) => emit(each, scope)));
}

function regex(pattern: string): string {
  return `/${new RegExp(pattern).source}/`;
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

function emitEquality([left, right]: [Node, Node], not: '' | '!', scope: Scope): string {
  const primitive = [left, right].some((side) => side.op === 'value');
  if (primitive) return `(${emit(left, scope)} ${not || '='}== ${emit(right, scope)})`;
  return `${not}eq(${emit(left, scope)}, ${emit(right, scope)})`;
}

/** If the left side cannot fail, JavaScript's && matches CEL's and needs no closures. */
function emitLogical([left, right]: [Node, Node], call: 'and' | 'or', operator: '&&' | '||', scope: Scope): string {
  if (isTotal(left, scope)) return `(${emit(left, scope)} ${operator} ${emitBool(right, scope)})`;
  return `${call}(() => ${emit(left, scope)}, () => ${emit(right, scope)})`;
}

function emitBool(node: Node, scope: Scope): string {
  const source = emit(node, scope);
  return isBoolean(node) ? source : `bool(${source})`;
}

function arithmetic([left, right]: [Node, Node], operator: string, scope: Scope): string {
  return `(num(${emit(left, scope)}) ${operator} num(${emit(right, scope)}))`;
}

function whole(name: 'divide' | 'modulo', [left, right]: [Node, Node], scope: Scope): string {
  return `${name}(${emit(left, scope)}, ${emit(right, scope)})`;
}

const booleanOps = new Set<string>(['==', '!=', '<', '<=', '>', '>=', 'in', '&&', '||', '!_']);
const booleanCalls = new Set(['has', 'hasValue', 'exists', 'all', 'exists_one']);

/** Whether the emitted code always returns a boolean (or throws). */
function isBoolean(node: Node): boolean {
  if (node.op === 'value') return typeof node.args === 'boolean';
  if (node.op === 'call') return booleanCalls.has(node.args[0]);
  if (node.op === 'rcall') return booleanCalls.has(node.args[0]) || overloadOf(node.args[0], true, node.args[2].length)?.result === 'bool';
  return booleanOps.has(node.op);
}

/** Whether it returns a boolean and never throws. */
function isTotal(node: Node, scope: Scope): boolean {
  if (node.op === 'value') return typeof node.args === 'boolean';
  if (node.op === '!_') return isTotal(node.args, scope);
  if (node.op === '&&' || node.op === '||') return node.args.every((each) => isTotal(each, scope));
  if (node.op !== 'call' || node.args[0] !== 'has') return false;
  const field = node.args[1][0];
  return field?.op === '.' && field.args[0].op === 'id';
}

function isOptional(node: Node): boolean {
  if (node.op === '.?' || node.op === '[?]') return true;
  return (node.op === '.' || node.op === '[]') && isOptional(node.args[0]);
}

/** Whether the syntax alone shows that the value is a whole number. */
function isWhole(node: Node): boolean {
  if (node.op === 'value') return typeof node.args === 'bigint';
  if (node.op === '-_') return isWhole(node.args);
  if (node.op === '+' || node.op === '-' || node.op === '*' || node.op === '/' || node.op === '%') return areWhole(node.args);
  if (node.op === '?:') return isWhole(node.args[1]) && isWhole(node.args[2]);
  if (node.op === 'call') return overloadOf(node.args[0], false, node.args[1].length)?.whole === true;
  return node.op === 'rcall' && overloadOf(node.args[0], true, node.args[2].length)?.whole === true;
}

function areWhole([left, right]: [Node, Node]): boolean {
  return isWhole(left) && isWhole(right);
}

/** Returns the runtime functions that emitted code uses, with their dependencies, as JavaScript. */
export function runtimeFor(code: string): string {
  const needed = new Set<string>();
  const visit = (source: string) => {
    for (const [word] of source.matchAll(/\w+(?=[(.])/g)) {
      const found = Object.hasOwn(runtimeFunctions, word) ? runtimeFunctions[word] : undefined;
      if (found === undefined || needed.has(word)) continue;
      needed.add(word);
      visit(found);
    }
  };
  visit(code);
  return Object.entries(runtimeFunctions)
    .filter(([name]) => needed.has(name))
    .map(([, source]) => source)
    .join('\n');
}
