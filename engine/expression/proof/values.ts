import type { Kind } from '../functions.ts';

/** The possible values of a term. */
export interface Domain {
  kind?: Kind;
  /** All values, if they are few and known. */
  values?: readonly unknown[];
  minimum?: number;
  maximum?: number;
}

/** A value that equals no constant and has no order. */
const other = Symbol('other');

/** One value for each class that comparisons with the constants distinguish. */
export function valuesApart(domain: Domain, constants: readonly unknown[], byOrder: boolean): unknown[] {
  const { kind, values } = domain;
  if (values) return byOrder ? [...values] : membersApart(values, constants);
  const numbers = constants.filter((each) => typeof each === 'number').toSorted((a, b) => a - b);
  const texts = constants.filter((each) => typeof each === 'string').toSorted();
  const told = [
    ...numbersApart(numbers, domain),
    // A text directly after each constant, and one before all.
    ...(texts.length > 0 ? ['', ...texts.flatMap((each) => [each, `${each}\u0000`])] : []),
    ...constants.filter((each) => typeof each === 'boolean'),
  ];
  const isKnown = kind === 'int' || kind === 'double' || kind === 'string';
  return [...new Set(isKnown ? told : [...told, other])];
}

/** Members that no expression mentions are equivalent. */
function membersApart(values: readonly unknown[], constants: readonly unknown[]): unknown[] {
  const rest = values.find((value) => !constants.includes(value));
  return [...values.filter((value) => constants.includes(value)), ...(rest === undefined ? [] : [rest])];
}

/** The constants, numbers next to and between them, and the limits. */
function numbersApart(numbers: readonly number[], { kind, minimum = -Infinity, maximum = Infinity }: Domain): number[] {
  const [first] = numbers;
  if (first === undefined) return [];
  const beside =
    kind === 'int'
      ? numbers.flatMap((each) => [Math.ceil(each) - 1, Math.floor(each), Math.floor(each) + 1])
      : [first - 1, ...numbers.flatMap((each, index) => [each, (each + (numbers[index + 1] ?? each + 2)) / 2])];
  return [...beside, ...[minimum, maximum].filter(Number.isFinite)].filter((each) => each >= minimum && each <= maximum);
}
