import { isFinding, parseExpression, type Node } from '../expression/index.ts';
import { literal, printed } from './print.ts';

/** The comparisons of a row. `given`: the field has an answer. `yes`: the field is a boolean and true. */
export const comparisons = [
  'given',
  'absent',
  'yes',
  'no',
  'equal',
  'unequal',
  'less',
  'atMost',
  'more',
  'atLeast',
  'oneOf',
  'noneOf',
] as const;
export type Comparison = (typeof comparisons)[number];

/** A constant, another field, or other CEL. */
export type Value = { constant: string | number | boolean; isDecimal?: true } | { field: string } | { source: string };

/** A comparison of one field. */
export interface Term {
  is: 'term';
  /** What it reads, as `form.field`. */
  field: string;
  /** The measure that is compared instead of the answer: the number of items, or the years since the date. */
  measure?: 'size' | 'age';
  /** The default for an absent answer. */
  fallback?: string | number | boolean;
  /** Written as `has(form.field) && …`, so an absent answer gives false. */
  isGuarded?: true;
  /** The field as CEL reads it, if that differs from `field`: with `.?`. */
  read?: string;
  comparison: Comparison;
  /** None for `given` and the like, any number for `oneOf`, otherwise one. */
  values: readonly Value[];
}

/** A condition of flows/conditions.json. */
export interface Named {
  is: 'named';
  name: string;
  holds: boolean;
}

export interface Joined {
  is: 'all' | 'any';
  parts: readonly Condition[];
}

/** A condition as a tree. `source` is a part that only CEL can express. */
export type Condition = Term | Named | Joined | { is: 'not'; part: Condition } | { is: 'source'; source: string };

/** Parses a condition; undefined if it is not CEL. `celOf` writes one with the same meaning. */
export function conditionOf(source: string): Condition | undefined {
  const root = parseExpression(source);
  return isFinding(root) ? undefined : read(root);
}

function read(node: Node): Condition {
  if (node.op === '&&' || node.op === '||') {
    const is = node.op === '&&' ? 'all' : 'any';
    const parts = node.args.flatMap((each) => {
      const part = read(each);
      return part.is === is ? part.parts : [part];
    });
    return is === 'all' ? guarded(parts) : { is, parts };
  }
  if (node.op === '!_') return opposite(read(node.args));
  return termOf(node) ?? namedOf(node) ?? { is: 'source', source: printed(node) };
}

const opposites: Partial<Record<Comparison, Comparison>> = {
  given: 'absent',
  absent: 'given',
  yes: 'no',
  no: 'yes',
  equal: 'unequal',
  unequal: 'equal',
  oneOf: 'noneOf',
  noneOf: 'oneOf',
};

/**
 * Uses the opposite comparison only if both fail with an error in the same cases and a row can show it. Otherwise wraps the part in `not`.
 */
function opposite(part: Condition): Condition {
  if (part.is === 'named') return { ...part, holds: !part.holds };
  const comparison = part.is === 'term' && !part.isGuarded ? opposites[part.comparison] : undefined;
  return comparison && part.is === 'term' ? { ...part, comparison } : { is: 'not', part };
}

/** Joins `has(form.field)` with the comparison of that field after it. */
function guarded(parts: readonly Condition[]): Condition {
  const joined: Condition[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    const isGuard = last?.is === 'term' && last.comparison === 'given' && last.read === undefined;
    const isPlain = part.is === 'term' && part.comparison !== 'given' && part.comparison !== 'absent' && isPlainRead(part);
    if (isGuard && isPlain && last.field === part.field) joined[joined.length - 1] = { ...part, isGuarded: true };
    else joined.push(part);
  }
  const [only] = joined;
  return only && joined.length === 1 ? only : { is: 'all', parts: joined };
}

const isPlainRead = ({ read: how, fallback, isGuarded }: Term): boolean => how === undefined && fallback === undefined && !isGuarded;

const comparisonOf: Readonly<Record<string, Comparison>> = {
  '==': 'equal',
  '!=': 'unequal',
  '<': 'less',
  '<=': 'atMost',
  '>': 'more',
  '>=': 'atLeast',
};

type Operand = Pick<Term, 'field' | 'measure' | 'fallback' | 'read'>;

function termOf(node: Node): Term | undefined {
  if (node.op === 'call' && node.args[0] === 'has') {
    const [asked] = node.args[1];
    const found = asked && operandOf(asked);
    return found && found.read === undefined && found.fallback === undefined ? term(found, 'given') : undefined;
  }
  const [first, second] = Array.isArray(node.args) ? (node.args as Node[]) : [];
  const comparison = comparisonOf[node.op];
  if (comparison !== undefined && first && second) {
    const on = operandOf(first);
    return on && term(on, comparison, [valueOf(second)]);
  }
  if (node.op === 'in') {
    const [sought, within] = node.args;
    const on = operandOf(sought);
    return on && within.op === 'list' && within.args.length > 0 ? term(on, 'oneOf', within.args.map(valueOf)) : undefined;
  }
  const on = operandOf(node);
  return on && on.measure === undefined ? term(on, 'yes') : undefined;
}

const term = (operand: Operand, comparison: Comparison, values: readonly Value[] = []): Term => ({
  is: 'term',
  ...operand,
  comparison,
  values,
});

function namedOf(node: Node): Named | undefined {
  if (node.op !== '.' || node.args[0].op !== 'id' || node.args[0].args !== 'conditions') return undefined;
  return { is: 'named', name: node.args[1], holds: true };
}

function operandOf(node: Node): Operand | undefined {
  const path = pathIn(node);
  if (path) return path;
  if (node.op === 'call') {
    const [name, [first, second]] = node.args;
    const on = first && pathIn(first);
    if (!on || on.read !== undefined) return undefined;
    if (name === 'size' && !second) return { ...on, measure: 'size' };
    if (name === 'age' && second?.op === 'id' && second.args === 'today') return { ...on, measure: 'age' };
    return undefined;
  }
  if (node.op !== 'rcall' || node.args[0] !== 'orValue') return undefined;
  const [, receiver, [fallback]] = node.args;
  const on = pathIn(receiver);
  const value = fallback && valueOf(fallback);
  if (!on || !value || !('constant' in value) || value.isDecimal) return undefined;
  return { ...on, fallback: value.constant };
}

/** `a.b` and `a.?b`. A lone name is a field too: `today`. */
function pathIn(node: Node): Operand | undefined {
  const names: string[] = [];
  let isOptional = false;
  let at: Node = node;
  while (at.op === '.' || at.op === '.?') {
    isOptional ||= at.op === '.?';
    names.unshift(at.args[1]);
    at = at.args[0];
  }
  if (at.op !== 'id' || (at.args === 'conditions' && names.length > 0)) return undefined;
  const field = [at.args, ...names].join('.');
  return { field, ...(isOptional && { read: printed(node) }) };
}

function valueOf(node: Node): Value {
  if (node.op === 'value') {
    const { args } = node;
    if (typeof args === 'bigint') return { constant: Number(args) };
    if (typeof args === 'number') return { constant: args, isDecimal: true };
    if (typeof args === 'string' || typeof args === 'boolean') return { constant: args };
  }
  const path = pathIn(node);
  return path && path.read === undefined ? { field: path.field } : { source: printed(node) };
}

const operators: Partial<Record<Comparison, string>> = Object.fromEntries(
  Object.entries(comparisonOf).map(([operator, comparison]) => [comparison, operator]),
);

/** Writes a condition as CEL. */
export const celOf = (condition: Condition): string => written(condition, 'none');

/** @param around the surrounding operator, which decides on brackets */
function written(condition: Condition, around: 'none' | 'all' | 'any' | 'not'): string {
  switch (condition.is) {
    case 'named':
      return `${condition.holds ? '' : '!'}conditions.${condition.name}`;
    case 'not':
      return `!${written(condition.part, 'not')}`;
    case 'source':
      return around === 'none' || isTight(condition.source) ? condition.source : `(${condition.source})`;
    case 'term':
      return writtenTerm(condition, around);
    default: {
      const text = condition.parts.map((part) => written(part, condition.is)).join(condition.is === 'all' ? ' && ' : ' || ');
      return around === 'none' || condition.parts.length < 2 ? text : `(${text})`;
    }
  }
}

function isTight(source: string): boolean {
  const root = parseExpression(source);
  return !isFinding(root) && ['id', '.', '.?', '[]', 'call', 'rcall', 'value'].includes(root.op);
}

function writtenTerm(term: Term, around: 'none' | 'all' | 'any' | 'not'): string {
  const text = comparedText(term);
  if (term.isGuarded) {
    const both = `has(${term.field}) && ${text}`;
    return around === 'any' || around === 'not' ? `(${both})` : both;
  }
  const isBare = ['given', 'absent', 'yes', 'no', 'noneOf'].includes(term.comparison);
  return around === 'not' && !isBare ? `(${text})` : text;
}

function comparedText({ field, measure, fallback, read: how = field, comparison, values }: Term): string {
  const inner = fallback === undefined ? how : `${how}.orValue(${constant(fallback)})`;
  const on = measure === undefined ? inner : measure === 'size' ? `size(${inner})` : `age(${inner}, today)`;
  const list = values.map(writtenValue).join(', ');
  switch (comparison) {
    case 'given':
      return `has(${field})`;
    case 'absent':
      return `!has(${field})`;
    case 'yes':
      return on;
    case 'no':
      return `!${on}`;
    case 'oneOf':
      return `${on} in [${list}]`;
    case 'noneOf':
      return `!(${on} in [${list}])`;
    default:
      return `${on} ${operators[comparison] ?? '=='} ${list}`;
  }
}

function writtenValue(value: Value): string {
  if ('field' in value) return value.field;
  if ('source' in value) return value.source;
  return value.isDecimal && typeof value.constant === 'number' ? literal(value.constant) : constant(value.constant);
}

const constant = (value: string | number | boolean): string => (typeof value === 'number' ? String(value) : literal(value));
