import { Environment, ParseError, type ASTNode } from '@marcbachmann/cel-js';
import type { RuleCode } from '../config/rules/index.ts';
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

const environment = new Environment({ unlistedVariablesAreDyn: true, enableOptionalTypes: true, homogeneousAggregateLiterals: false });
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

/** Returns the same text for expressions that differ only in spaces, brackets and quotes. One that does not parse stays as it is. */
export function canonical(source: string): string {
  const root = parseExpression(source);
  return isFinding(root) ? source : canonicalNode(root);
}

/** Returns the same text for parts that differ only in spaces, brackets and quotes. */
export const canonicalNode = (node: Node): string => JSON.stringify(shapeOf(node));

/** The shape of a tree without its places. cel-js's serialize() writes a - (b - c) as a - b - c. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value === 'bigint') return { int: String(value) };
  if (value === null || typeof value !== 'object') return value;
  return 'op' in value && 'args' in value ? [value.op, shapeOf(value.args)] : Object.values(value).map(shapeOf);
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
