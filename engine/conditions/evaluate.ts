import { isOptional } from '../expression/emitted.ts';
import { overloadOf, macros, type Kind } from '../expression/functions.ts';
import { createWalk } from '../expression/inference/index.ts';
import { isFinding, isNumber, type NamedConditions, type Node, parseExpression, type Scope } from '../expression/index.ts';
import { translatePattern } from '../expression/pattern.ts';
import * as runtime from '../expression/runtime.ts';
import type { Context, Expression } from '../form/types.ts';

type Value = unknown;
type Functions = Readonly<Record<string, (...args: Value[]) => Value>>;

/** The functions of expressions, by their name in CEL. `emitExpression` calls the same ones. */
const functions: Functions = {
  size: runtime.size,
  age: runtime.age,
  daysBetween: runtime.daysBetween,
  addDays: runtime.addDays,
  sameName: runtime.sameName,
  string: runtime.text,
  int: runtime.toInt,
  double: runtime.toDouble,
  dyn: (value) => value,
  startsWith: (on, sought) => runtime.str(on).startsWith(runtime.str(sought)),
  endsWith: (on, sought) => runtime.str(on).endsWith(runtime.str(sought)),
  contains: (on, sought) => runtime.str(on).includes(runtime.str(sought)),
  lowerAscii: runtime.lowerAscii,
  upperAscii: runtime.upperAscii,
  trim: runtime.trim,
  indexOf: runtime.indexOf,
  split: runtime.split,
  substring: runtime.substring,
  join: (on, separator = '') => runtime.join(on, separator),
};

const mostDeep = 20;

interface Around {
  context: Context;
  kindOf: (node: Node) => Kind;
  conditions: ReadonlyMap<string, Node>;
  variables: ReadonlyMap<string, Value>;
  depth: number;
}

/**
 * Compiles an expression by walking its tree, for pages whose content security policy forbids generating code from text. The results equal
 * those of a release's code; a test compares both.
 *
 * @returns undefined if the source is not CEL
 */
export function evaluator(source: string, named: NamedConditions, scope: Scope): Expression | undefined {
  const root = parseExpression(source);
  if (isFinding(root)) return undefined;
  const walk = createWalk(scope, named);
  walk.infer(root, { facts: new Set(), variables: new Map(), depth: 0 });
  const kindOf = (node: Node): Kind => walk.types.get(node)?.kind ?? 'dyn';
  return (context) => valueOf(root, { context, kindOf, conditions: walk.conditionNodes, variables: new Map(), depth: 0 });
}

function valueOf(node: Node, around: Around): Value {
  switch (node.op) {
    case 'value':
      return typeof node.args === 'bigint' ? Number(node.args) : node.args;
    case 'id':
      return around.variables.has(node.args) ? around.variables.get(node.args) : runtime.get(around.context, node.args);
    case '.':
      return fieldOf(node, around);
    case '.?':
      return runtime.peek(baseOf(node.args[0], around), node.args[1]);
    case '[]':
    case '[?]': {
      const [on, key] = node.args;
      const read = node.op === '[?]' || isOptional(node) ? runtime.peek : runtime.get;
      return read(valueOf(on, around), valueOf(key, around));
    }
    case 'call':
      return callOf(node, around);
    case 'rcall':
      return methodOf(node, around);
    case 'list':
      return node.args.map((each) => valueOf(each, around));
    case 'map':
      return runtime.record(node.args.map(([key, value]) => [valueOf(key, around), valueOf(value, around)]));
    case '?:':
      return runtime.bool(valueOf(node.args[0], around)) ? valueOf(node.args[1], around) : valueOf(node.args[2], around);
    case '!_':
      return !runtime.bool(valueOf(node.args, around));
    case '-_':
      return around.kindOf(node.args) === 'int'
        ? runtime.whole(-runtime.num(valueOf(node.args, around)))
        : -runtime.num(valueOf(node.args, around));
    default:
      return operationOf(node, around);
  }
}

type Operation = Exclude<Node, { op: 'value' | 'id' | '.' | '.?' | '[]' | '[?]' | 'call' | 'rcall' | 'list' | 'map' | '?:' | '!_' | '-_' }>;

function operationOf(node: Operation, around: Around): Value {
  const [left, right] = node.args;
  const first = () => valueOf(left, around);
  const second = () => valueOf(right, around);
  switch (node.op) {
    case '&&':
      return runtime.and(first, second);
    case '||':
      return runtime.or(first, second);
    case '==':
      return runtime.eq(first(), second());
    case '!=':
      return !runtime.eq(first(), second());
    case 'in':
      return runtime.isIn(first(), second());
    case '<':
      return runtime.lt(first(), second());
    case '<=':
      return runtime.le(first(), second());
    case '>':
      return greater(runtime.lt, first(), second());
    case '>=':
      return greater(runtime.le, first(), second());
    default:
      return sumOf(node.op, first(), second(), around.kindOf(node));
  }
}

const greater = (than: typeof runtime.lt, left: Value, right: Value): boolean => than(right, left);

function sumOf(operator: string, left: Value, right: Value, kind: Kind): Value {
  if (operator === '+' && kind === 'string') return runtime.str(left) + runtime.str(right);
  if (operator === '+' && kind === 'list') return [...runtime.list(left), ...runtime.list(right)];
  if (!isNumber(kind)) return runtime.whole('of unknown type');
  const [one, other] = [runtime.num(left), runtime.num(right)];
  const results: Readonly<Record<string, number>> = {
    '+': one + other,
    '-': one - other,
    '*': one * other,
    '/': one / other,
    '%': one % other,
  };
  const result = results[operator] ?? Number.NaN;
  if (kind === 'double') return result;
  return runtime.whole(operator === '/' ? Math.trunc(result) : result);
}

/** An absent namespace reads as an empty one, as in the code of a release. */
const baseOf = (node: Node, around: Around): Value =>
  node.op === 'id' && !around.variables.has(node.args) ? around.context[node.args] : valueOf(node, around);

function fieldOf(node: Extract<Node, { op: '.' }>, around: Around): Value {
  const [base, name] = node.args;
  if (base.op === 'id' && base.args === 'conditions' && !around.variables.has('conditions')) {
    const named = around.conditions.get(name);
    if (!named || around.depth > mostDeep) throw new Error(`condition ${name} is unknown, not valid CEL, or refers to itself`);
    return valueOf(named, { ...around, variables: new Map(), depth: around.depth + 1 });
  }
  return (isOptional(node) ? runtime.peek : runtime.get)(baseOf(base, around), name);
}

function callOf(node: Extract<Node, { op: 'call' }>, around: Around): Value {
  const [name, args] = node.args;
  const [first] = args;
  if (name === 'has' && first?.op === '.') return runtime.peek(baseOf(first.args[0], around), first.args[1]) !== undefined;
  return called(name, false, args, around);
}

function called(name: string, hasReceiver: boolean, args: readonly Node[], around: Around): Value {
  const own = Object.hasOwn(functions, name) ? functions[name] : undefined;
  if (!own || !overloadOf(name, hasReceiver, hasReceiver ? args.length - 1 : args.length)) throw new Error(`unknown function ${name}`);
  return own(...args.map((each) => valueOf(each, around)));
}

function methodOf(node: Extract<Node, { op: 'rcall' }>, around: Around): Value {
  const [name, receiver, args] = node.args;
  const [first] = args;
  if (name === 'orValue' && first) {
    const value = valueOf(receiver, around);
    return value === undefined ? valueOf(first, around) : value;
  }
  if (name === 'hasValue') return valueOf(receiver, around) !== undefined;
  if (macros[name]?.includes(args.length)) return macroOf(name, valueOf(receiver, around), args, around);
  if (name === 'matches' && first) {
    const pattern = first.op === 'value' && typeof first.args === 'string' ? translatePattern(first.args) : { foreign: '' };
    if ('foreign' in pattern) throw new Error('matches expects a pattern');
    return new RegExp(pattern.source, 'u').test(runtime.str(valueOf(receiver, around)));
  }
  return called(name, true, [receiver, ...args], around);
}

function macroOf(name: string, on: Value, [variable, second, third]: readonly Node[], around: Around): Value {
  if (variable?.op !== 'id' || !second) throw new Error(`${name} expects a variable`);
  const inside = (node: Node) => (item: Value) =>
    valueOf(node, { ...around, variables: new Map(around.variables).set(variable.args, item) });
  const test = (item: Value) => runtime.bool(inside(second)(item));
  if (name === 'exists' || name === 'all') return runtime.some(on, name === 'exists', test);
  if (name === 'exists_one') return runtime.items(on).filter(test).length === 1;
  if (name === 'filter') return runtime.items(on).filter(test);
  return third ? runtime.items(on).filter(test).map(inside(third)) : runtime.items(on).map(inside(second));
}
