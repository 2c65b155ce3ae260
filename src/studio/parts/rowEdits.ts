import type { Comparison, Term, Value } from '../../../engine/conditions/tree.ts';
import type { Field } from '../../../engine/conditions/vocabulary.ts';

const ordered: readonly Comparison[] = ['equal', 'unequal', 'less', 'atMost', 'more', 'atLeast'];
const byKind: Readonly<Record<Field['kind'], readonly Comparison[]>> = {
  yesNo: ['yes', 'no'],
  text: ['equal', 'unequal', 'oneOf', 'noneOf'],
  whole: ordered,
  decimal: ordered,
  day: ordered,
  list: [],
  any: ['equal', 'unequal'],
};

/** The comparisons that a field allows. */
export function comparisonsOf(field: Field | undefined, { comparison, measure }: Term): readonly Comparison[] {
  const own = measure !== undefined ? ordered : byKind[field?.kind ?? 'any'];
  const all: readonly Comparison[] = field?.path.includes('.') === false ? own : [...own, 'given', 'absent'];
  return all.includes(comparison) ? all : [comparison, ...all];
}

const countOf = (comparison: Comparison): 'none' | 'one' | 'many' => {
  if (['given', 'absent', 'yes', 'no'].includes(comparison)) return 'none';
  return comparison === 'oneOf' || comparison === 'noneOf' ? 'many' : 'one';
};

/** The first value to propose for a field. */
function firstValue({ kind, options }: Field): Value {
  const [option] = options ?? [];
  if (option) return { constant: option.value };
  if (kind === 'whole') return { constant: 0 };
  if (kind === 'decimal') return { constant: 0, isDecimal: true };
  if (kind === 'day') return { field: 'today' };
  return { constant: '' };
}

/** A new row for a field, with the first comparison that fits. */
export function newRow(field: Field): Term {
  const comparison = byKind[field.kind][0] ?? 'given';
  const values = countOf(comparison) === 'none' ? [] : [firstValue(field)];
  return { is: 'term', field: field.path, ...guardOf(field, comparison), comparison, values };
}

/** Guards a comparison of an optional answer, so that it runs only if the answer exists. */
const guardOf = ({ isOptional }: Field, comparison: Comparison): Pick<Term, 'isGuarded'> =>
  isOptional && comparison !== 'given' && comparison !== 'absent' ? { isGuarded: true } : {};

/** Changes the comparison of a row. Values that still fit are kept. */
export function withComparison(row: Term, comparison: Comparison, field: Field | undefined): Term {
  const { isGuarded: _guard, ...rest } = row;
  const guard = row.fallback === undefined && row.read === undefined && field ? guardOf(field, comparison) : {};
  const count = countOf(comparison);
  const fresh: Value = row.measure === undefined && field ? firstValue(field) : { constant: 0 };
  const values = count === 'none' ? [] : row.values.length === 0 ? [fresh] : count === 'one' ? row.values.slice(0, 1) : row.values;
  return { ...rest, ...guard, comparison, values };
}
