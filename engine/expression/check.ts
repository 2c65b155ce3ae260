import type { Kind } from './functions.ts';
import { joined, presentWhen } from './guards.ts';
import { createWalk } from './inference/index.ts';
import { isFinding, parseExpression, type Finding, type Node } from './parse.ts';
import { describeKind, isNumber, type NamedConditions, type Scope, type ValueType } from './types.ts';

/** `number` is a whole or a decimal number. */
export type Expected = 'bool' | 'string' | 'int' | 'number' | 'list' | 'dyn';

export interface CheckResult {
  findings: Finding[];
  /** The type of the value, as far as it is known. */
  type: ValueType;
  /** Every path it reads, for example ['work', 'income']. Includes has(). */
  reads: string[][];
  /** The paths it reads without a guard. The expression fails if one is absent. */
  needs: string[][];
  /** Namespaces it reads as a whole, so that any field can matter. */
  wholes: string[];
  /** The literal regular expressions in it. */
  patterns: { pattern: string; offset: number; length: number }[];
}

/**
 * Checks an expression against the schemas of what it may read.
 *
 * @param source the CEL expression
 * @param scope schema of each namespace, e.g. `{ self: <form schema>, session: … }`
 * @param expected kind the result must have; `dyn` for any
 * @param conditions named conditions that `conditions.<name>` stands for
 * @param assumed expressions that are known to hold where this one is evaluated, e.g. the `when` of its block
 */
export function checkExpression(
  source: string,
  scope: Scope,
  expected: Expected,
  conditions: NamedConditions = {},
  assumed: readonly string[] = [],
): CheckResult {
  const node = parseExpression(source);
  if (isFinding(node)) return { findings: [node], type: { kind: 'dyn' }, reads: [], needs: [], wholes: [], patterns: [] };
  const walk = createWalk(scope, conditions);
  const type = walk.infer(node, { facts: factsOf(assumed, conditions), variables: new Map(), depth: 0 });
  walk.findWithdrawn();
  const { findings, patterns } = walk;
  if (!accepts(expected, type.kind) && findings.length === 0) {
    const message = `The expression must return ${describeKind(expected)}, but returns ${describeKind(type.kind)}.`;
    findings.push({ code: 'wrong-result', message, offset: 0, length: source.length });
  }
  return { findings, type, reads: [...walk.reads.values()], needs: [...walk.needs.values()], wholes: [...walk.wholes], patterns };
}

/** If any kind is accepted, so is an optional: none means absent. */
export function accepts(expected: Expected, actual: Kind): boolean {
  return expected === 'dyn' || actual === 'dyn' || actual === expected || (expected === 'number' && isNumber(actual));
}

function factsOf(assumed: readonly string[], conditions: NamedConditions): ReadonlySet<string> {
  const nodes = assumed.map(parseExpression).filter((node): node is Node => !isFinding(node));
  return nodes.reduce<ReadonlySet<string>>((facts, node) => joined(facts, presentWhen(node, true, conditions)), new Set());
}
