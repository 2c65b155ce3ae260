import { isEmpty } from './empty.ts';
import { fieldOf, isWithin, pointer } from './pointer.ts';
import type { FieldModule, Problem, Validator, ValidatorError } from './types.ts';

export const none: readonly Problem[] = [];

/**
 * Returns the problems of one field without rules: required but not answered, or refused by its validator. There is at most one
 * problem for each path, because people fix one thing at a time. A list can have one problem for each of its inputs.
 *
 * @param missing required parts without an answer (`settleParts`)
 * @param errors of the field, if the form was validated as a whole
 */
export function fieldProblems(
  definition: FieldModule,
  field: string,
  value: unknown,
  missing = none,
  errors?: readonly ValidatorError[],
): readonly Problem[] {
  if (isEmpty(value)) return definition.required ? [{ code: 'required', path: pointer(field) }] : none;
  const refused = errors ?? errorsOf(definition.validate, value);
  const own =
    refused.length === 0
      ? invisibleProblems(value, pointer(field), definition.lines)
      : outermost(refused).map((error) => problemOf(field, error));
  return firstPerPath(missing.length === 0 ? own : [...own, ...missing]);
}

const noErrors: readonly ValidatorError[] = [];

const errorsOf = (validate: Validator, value: unknown): readonly ValidatorError[] =>
  validate(value) ? noErrors : (validate.errors ?? noErrors);

/**
 * Groups the errors of a whole form by field, with paths below the field. Drops the form's own `required` errors, because the module
 * decides which required fields apply.
 */
export function errorsByField(errors: readonly ValidatorError[]): (field: string) => readonly ValidatorError[] {
  const found = Map.groupBy(errors, ({ instancePath }) => fieldOf(instancePath));
  return (field) =>
    found.get(field)?.map((error) => ({ ...error, instancePath: error.instancePath.slice(pointer(field).length) })) ?? noErrors;
}

/** A fast path: nearly every text is plain ASCII. */
const plain = /^[\x20-\x7e]*$/;
const unseen = /[\p{Cc}\p{Cf}]/u;
/** Joiners change how Indic scripts are drawn, after a mark (Unicode 15, ch. 12.1). */
const joined = /\p{M}[\u200c\u200d]/gu;
const lineBreaks = /\r?\n/g;

/** Invisible characters can reverse, hide or break the text next to them in the staff desk, a log or an SMS. */
function invisibleProblems(value: unknown, path: string, lines = false): readonly Problem[] {
  if (typeof value === 'string') {
    if (plain.test(value)) return none;
    const seen = value.replace(joined, '');
    return unseen.test(lines ? seen.replace(lineBreaks, '') : seen) ? [{ code: 'unseen', path }] : none;
  }
  if (typeof value !== 'object' || value === null) return none;
  return Object.entries(value).flatMap(([name, part]) => invisibleProblems(part, path + pointer(name), lines));
}

export function firstPerPath(problems: readonly Problem[]): readonly Problem[] {
  if (problems.length < 2) return problems;
  const seen = new Set<string>();
  return problems.filter(({ path }) => !seen.has(path) && seen.add(path));
}

/** If every alternative failed, reports that none matched instead of how each one failed. */
function outermost(errors: readonly ValidatorError[]): readonly ValidatorError[] {
  const alternatives = errors.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf');
  if (alternatives.length === 0) return errors;
  const covered = (error: ValidatorError) =>
    alternatives.some((either) => either !== error && isWithin(error.instancePath, either.instancePath));
  return errors.filter((error) => !covered(error));
}

/** ajv reports a missing property at its parent, but the problem belongs at the input. */
function problemOf(field: string, { keyword, instancePath, params }: ValidatorError): Problem {
  const missing = keyword === 'required' ? pointer(String(params['missingProperty'])) : '';
  const problem: Problem = { code: keyword, path: `${pointer(field)}${instancePath}${missing}` };
  const shown = scalars(params);
  return missing === '' && shown ? { ...problem, params: shown } : problem;
}

/** Keeps what a message can show, without allowed values and patterns. */
function scalars(params: Record<string, unknown>): Record<string, unknown> | undefined {
  const shown = Object.entries(params).filter(
    ([name, value]) => name !== 'pattern' && (typeof value === 'number' || typeof value === 'string'),
  );
  return shown.length > 0 ? Object.fromEntries(shown) : undefined;
}
