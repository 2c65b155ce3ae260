import { runInThisContext } from 'node:vm';
import { checkExpression, emitExpression, runtimeFor, type ValueType } from '../../../../engine/expression/index.ts';
import { contextOf, schemaOf, type CelType, type SimpleTest } from './suite.ts';
import { isSame, NotJson, TooLarge, valueOf } from './values.ts';

export type Outcome = 'agrees' | { refused: string } | { differs: string };

/** Findings beyond the language: the expression is valid CEL, but surely not what its author wants. */
const authorsMistakes: ReadonlySet<string> = new Set(['never-equal', 'unguarded-optional']);

/** Checks, emits and evaluates the expression of a test, and compares the result with what the specification expects. */
export function outcomeOf(test: SimpleTest): Outcome {
  try {
    const { scope, context } = contextOf(test);
    const { findings, type } = checkExpression(test.expr, scope, 'dyn');
    const finding = findings.find(({ code }) => !authorsMistakes.has(code));
    if (finding) return { refused: `${finding.code}: ${finding.message}` };
    if (test.checkOnly) return typeOutcome(type, test);
    const code = emitExpression(test.expr, {}, scope);
    return resultOutcome(test, type, () => runInThisContext(`(() => { ${runtimeFor(code)}\nreturn ${code}; })()`)(context));
  } catch (error) {
    if (error instanceof NotJson) return { refused: 'a value or type that JSON does not have' };
    if (error instanceof TooLarge) return { refused: 'an int beyond 2^53' };
    throw error;
  }
}

function resultOutcome(test: SimpleTest, type: ValueType, run: () => unknown): Outcome {
  const expected = expectedOf(test);
  let result: unknown;
  try {
    result = run();
  } catch (error) {
    if (expected === undefined) return 'agrees';
    return isTooLarge(expected) ? { refused: 'an int beyond 2^53' } : { differs: `throws ${String(error)}` };
  }
  if (expected === undefined) return { differs: `gives ${String(result)} instead of an error` };
  const wanted = valueOf(expected);
  if (!isSame(result, wanted)) return { differs: `gives ${JSON.stringify(result)} instead of ${JSON.stringify(wanted)}` };
  const kind = kinds[expected.kind.case ?? ''];
  return type.kind === 'dyn' || type.kind === kind ? 'agrees' : { differs: `has the type ${type.kind} instead of ${kind}` };
}

type Expected = Parameters<typeof valueOf>[0];
const isTrue = { kind: { case: 'boolValue', value: true } } as Expected;

/** Undefined for an error. A test without an expectation expects true. */
function expectedOf({ resultMatcher: matcher }: SimpleTest): Expected | undefined {
  if (matcher.case === 'evalError' || matcher.case === 'anyEvalErrors') return undefined;
  if (matcher.case === 'value') return matcher.value;
  return (matcher.case === 'typedResult' ? matcher.value.result : undefined) ?? isTrue;
}

function isTooLarge(expected: Expected): boolean {
  try {
    valueOf(expected);
    return false;
  } catch (error) {
    return error instanceof TooLarge;
  }
}

const kinds: Readonly<Record<string, string>> = {
  boolValue: 'bool',
  int64Value: 'int',
  doubleValue: 'double',
  stringValue: 'string',
  listValue: 'list',
  mapValue: 'map',
  nullValue: 'null',
};

function typeOutcome(type: ValueType, { resultMatcher: matcher }: SimpleTest): Outcome {
  const deduced = matcher.case === 'typedResult' ? matcher.value.deducedType : undefined;
  return !deduced || isOfType(type, deduced) ? 'agrees' : { differs: `has the type ${type.kind}` };
}

const jsonTypes: Readonly<Record<string, string>> = {
  bool: 'boolean',
  int: 'integer',
  double: 'number',
  string: 'string',
  list: 'array',
  map: 'object',
};

/** An unknown type is never wrong, because whatever depends on it is rejected. */
function isOfType(type: ValueType, deduced: CelType): boolean {
  if (type.kind === 'dyn') return true;
  if (type.kind === 'null') return deduced.typeKind.case === 'null';
  if (jsonTypes[type.kind] !== schemaOf(deduced).type) return false;
  const item = deduced.typeKind.case === 'listType' ? deduced.typeKind.value.elemType : undefined;
  return !item || !type.item || isOfType(type.item, item);
}
