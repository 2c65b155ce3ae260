import { Environment, ParseError, type ASTNode } from '@marcbachmann/cel-js';
import type { RuleCode } from '../config/rules/index.ts';
import { addDays, age, daysBetween, sameName } from './runtime.ts';
import type { Suggestion } from './suggest.ts';

export type Node = ASTNode;

/** A finding in an expression, with offset and length in characters of its source. */
export interface Finding extends Suggestion {
  code: RuleCode;
  message: string;
  offset: number;
  length: number;
  /** The named condition that the offset refers to. Absent for the expression itself. */
  condition?: string;
}

type Arithmetic = (left: number, right: number) => number;
const arithmetic: Record<string, Arithmetic> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
};

/**
 * CEL with one number type. JSON numbers are doubles, literals are ints, and cel-js has no operators between the two. `double op
 * double` exists except for %.
 */
function createEnvironment(): Environment {
  const environment = new Environment({ unlistedVariablesAreDyn: true, enableOptionalTypes: true, homogeneousAggregateLiterals: false });
  for (const [op, compute] of Object.entries(arithmetic)) {
    const mixed = (a: unknown, b: unknown) => compute(Number(a), Number(b));
    environment.registerOperator(`int ${op} double: double`, mixed);
    environment.registerOperator(`double ${op} int: double`, mixed);
    if (op === '%') environment.registerOperator('double % double: double', mixed);
  }
  environment.registerOperator('int == double', (a: unknown, b: unknown) => Number(a) === Number(b));
  environment.registerFunction('age(string, string): int', (a: string, b: string) => BigInt(age(a, b)));
  environment.registerFunction('daysBetween(string, string): int', (a: string, b: string) => BigInt(daysBetween(a, b)));
  environment.registerFunction('addDays(string, int): string', (a: string, n: bigint) => addDays(a, Number(n)));
  environment.registerFunction('addDays(string, double): string', (a: string, n: number) => addDays(a, n));
  environment.registerFunction('sameName(string, list): bool', (a: string, b: unknown) => sameName(a, b));
  return environment;
}

const environment = createEnvironment();
const parsed = new Map<string, Node | Finding>();
const cacheLimit = 5000;

/** Returns the syntax tree of an expression, or a finding. Trees are shared and must not be changed. */
export function parseExpression(source: string): Node | Finding {
  let result = parsed.get(source);
  if (result === undefined) {
    if (parsed.size >= cacheLimit) parsed.clear();
    parsed.set(source, (result = parse(source)));
  }
  return result;
}

export function isFinding(result: Node | Finding): result is Finding {
  return 'code' in result;
}

function parse(source: string): Node | Finding {
  try {
    return environment.parse(source).ast;
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    const start = Math.min(error.range?.start ?? 0, Math.max(0, source.length - 1));
    const message = `This is not a valid CEL expression: ${error.summary}.`;
    return { code: 'cel-syntax', message, offset: start, length: Math.max(1, (error.range?.end ?? start) - start) };
  }
}

/** Evaluates with cel-js. Only tests use it, as the reference for emitted code. Whole numbers become JavaScript numbers. */
export function evaluate(source: string, context: Record<string, unknown>): unknown {
  return plain(environment.evaluate(source, context));
}

function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(plain);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plain(each)]));
}

/** Visits a syntax tree from the top down. */
export function visit(node: Node, see: (node: Node) => void): void {
  see(node);
  const children = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(children);
    else if (value !== null && typeof value === 'object' && 'op' in value) visit(value as Node, see);
  };
  children(node.args);
}

/** Returns the named conditions that an expression reads. */
export function conditionsIn(source: string): string[] {
  const root = parseExpression(source);
  const names: string[] = [];
  if (isFinding(root)) return names;
  visit(root, (node) => {
    if (node.op === '.' && node.args[0].op === 'id' && node.args[0].args === 'conditions') names.push(node.args[1]);
  });
  return names;
}
