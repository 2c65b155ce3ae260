import { valueAt } from '../../config/valueAt.ts';
import type { ErrorObject } from 'ajv';
import { isNear, nearMiss } from '../../expression/index.ts';
import type { Finding } from '../diagnostics.ts';
import { pointerTo, pointerToPath } from '../project/document.ts';

/** Converts ajv's errors to findings that say what was expected and what was found. One mistake gives one finding. */
export function explain(errors: readonly ErrorObject[], value: unknown, base: string): Finding[] {
  const telling = withoutEchoes(errors);
  const misnamed = misnamedProperties(telling);
  return telling
    .filter((error) => !(error.keyword === 'required' && misnamed.has(`${error.instancePath} ${String(error.params['missingProperty'])}`)))
    .map((error) => finding(error, telling, value, base));
}

/**
 * Every failing branch of an anyOf reports errors. If one error is deeper than the branches, the author meant that branch. Otherwise the
 * branch with the fewest errors is meant. If there is none, the anyOf itself is the finding.
 */
function withoutEchoes(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  let telling = errors.filter((error) => error.keyword !== 'if');
  for (const choice of errors) {
    if (choice.keyword !== 'anyOf' && choice.keyword !== 'oneOf') continue;
    const deeper = telling.filter((error) => error.instancePath.startsWith(`${choice.instancePath}/`));
    const [meant = choice] = deeper.toSorted((a, b) => b.instancePath.length - a.instancePath.length);
    const isWithin = ({ instancePath }: ErrorObject) =>
      instancePath === choice.instancePath || deeper.some((each) => each.instancePath === instancePath);
    const side = deeper.length > 0 ? [] : nearestSide(choice, telling);
    telling = telling.filter((error) => !isWithin(error) || (side.length > 0 ? side.includes(error) : error === meant));
  }
  return telling;
}

/** Returns the errors of the anyOf branch with the fewest, or nothing if there is a tie. */
function nearestSide(choice: ErrorObject, errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const own = errors.filter((error) => error !== choice && error.schemaPath.startsWith(`${choice.schemaPath}/`));
  const sides = [...Map.groupBy(own, ({ schemaPath }) => schemaPath.slice(choice.schemaPath.length + 1).split('/')[0]).values()]
    .filter((side) => side.every(({ keyword }) => keyword === 'required' || keyword === 'additionalProperties'))
    .toSorted((a, b) => a.length - b.length);
  const [first = [], second] = sides;
  return second && second.length === first.length ? [] : first;
}

/** A missing property next to one with a similar name is one mistake, reported at the misspelt name. */
function misnamedProperties(errors: readonly ErrorObject[]): Set<string> {
  const misnamed = new Set<string>();
  for (const error of errors) {
    if (error.keyword !== 'additionalProperties') continue;
    const missing = missingBeside(error, errors);
    const written = String(error.params['additionalProperty']);
    const close = missing.find((name) => isNear(written, name));
    if (close !== undefined) misnamed.add(`${error.instancePath} ${close}`);
  }
  return misnamed;
}

function missingBeside(error: ErrorObject, errors: readonly ErrorObject[]): string[] {
  return errors
    .filter((other) => other.keyword === 'required' && other.instancePath === error.instancePath)
    .map((other) => String(other.params['missingProperty']));
}

const condition = 'Give the property "x-when", or use "oneOf" with a "const" in each branch.';
/** How to write in a form what JSON Schema expresses with these keywords. */
const cures: Readonly<Record<string, string>> = {
  if: condition,
  dependentSchemas: condition,
  dependentRequired: 'List the property in "required" and give it "x-when": "has(self.other)".',
  allOf: 'Write all keywords in one schema.',
  not: 'Write a rule in "x-rules".',
};

function finding(error: ErrorObject, all: readonly ErrorObject[], value: unknown, base: string): Finding {
  const pointer = base + error.instancePath;
  const { params }: { params: Record<string, unknown> } = error;
  const at = (parameter: string) => pointerTo(pointer, String(params[parameter]));
  switch (error.keyword) {
    case 'additionalProperties': {
      const written = String(params['additionalProperty']);
      const known = [...missingBeside(error, all), ...Object.keys(error.parentSchema?.['properties'] ?? {})];
      const message = known.length > 0 ? `There is no property "${written}" here.` : `"${written}" is not a valid name here.`;
      const cure = Object.hasOwn(cures, written) && known.includes('x-rules') ? { fix: cures[written] } : nearMiss(written, known);
      return { code: 'unknown-property', pointer: at('additionalProperty'), at: 'key', message, ...cure };
    }
    case 'required':
      return { code: 'missing-property', pointer, message: `"${String(params['missingProperty'])}" is missing.` };
    case 'type':
      return {
        code: 'wrong-type',
        pointer,
        message: `Expected ${String(params['type'])}, but this is ${describe(valueAt(value, pointerToPath(error.instancePath)))}.`,
      };
    case 'enum': {
      const allowed = [params['allowedValues']].flat().map(String);
      const hint = nearMiss(String(valueAt(value, pointerToPath(error.instancePath))), allowed);
      return { code: 'wrong-value', pointer, message: `Expected one of ${allowed.join(', ')}.`, ...hint };
    }
    case 'const':
      return { code: 'wrong-value', pointer, message: `Expected ${JSON.stringify(params['allowedValue'])}.` };
    case 'pattern':
      return {
        code: 'wrong-value',
        pointer,
        message: `${JSON.stringify(valueAt(value, pointerToPath(error.instancePath)))} does not match ${String(params['pattern'])}.`,
      };
    case 'anyOf':
    case 'oneOf':
      return {
        code: 'wrong-value',
        pointer,
        message: unlikeAll(valueAt(value, pointerToPath(error.instancePath)), error.schema),
      };
    case 'uniqueItems': {
      const [first, second] = [Number(params['i']), Number(params['j'])].toSorted((a, b) => a - b);
      const repeated = valueAt(value, [...pointerToPath(error.instancePath), String(second)]);
      return {
        code: 'wrong-value',
        pointer: pointerTo(pointer, second ?? 0),
        message: `${describe(repeated)} is already in this list, at position ${(first ?? 0) + 1}.`,
      };
    }
    default: {
      const limit = Object.hasOwn(limits, error.keyword) ? limits[error.keyword]?.(Number(params['limit'])) : undefined;
      return {
        code: 'wrong-value',
        pointer,
        message:
          limit === undefined ? `${error.message ?? error.keyword}.`.replace(/^./, (letter) => letter.toUpperCase()) : `Expected ${limit}.`,
      };
    }
  }
}

const counted = (count: number, noun: string, plural = `${noun}s`): string => `${count} ${count === 1 ? noun : plural}`;

/** The expectation of a limit, in words. */
const limits: Readonly<Record<string, (limit: number) => string>> = {
  minimum: (limit) => `at least ${limit}`,
  maximum: (limit) => `at most ${limit}`,
  exclusiveMinimum: (limit) => `more than ${limit}`,
  exclusiveMaximum: (limit) => `less than ${limit}`,
  minLength: (limit) => `at least ${counted(limit, 'character')}`,
  maxLength: (limit) => `at most ${counted(limit, 'character')}`,
  minItems: (limit) => `at least ${counted(limit, 'entry', 'entries')}`,
  maxItems: (limit) => `at most ${counted(limit, 'entry', 'entries')}`,
  minProperties: (limit) => `at least ${counted(limit, 'property', 'properties')}`,
  maxProperties: (limit) => `at most ${counted(limit, 'property', 'properties')}`,
};

/** Describes the branches of a union by what they have in common or by their names, if that says more than that none matches. */
function unlikeAll(value: unknown, sides: unknown): string {
  const known = Array.isArray(sides) ? (sides as { type?: unknown; title?: unknown }[]) : [];
  const types = [...new Set(known.flatMap(({ type }) => (typeof type === 'string' ? [type] : [])))];
  const isTyped = types.length > 0 && known.every(({ type }) => typeof type === 'string');
  if (isTyped && !types.some((type) => typeName(value) === (type === 'integer' ? 'number' : type)))
    return `Expected ${types.join(' or ')}, but this is ${describe(value)}.`;
  const titles = known.flatMap(({ title }) => (typeof title === 'string' ? [title] : []));
  const named = titles.length > 0 && titles.length === known.length ? `: ${titles.join(', ')}` : '';
  return `${describe(value)} does not match any of the forms allowed here${named}.`;
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function describe(value: unknown): string {
  const text = JSON.stringify(value) ?? 'absent';
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
