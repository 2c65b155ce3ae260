import type { FormAnswers } from '../config/definitions.ts';
import { derive, judge, withSelf, type Report, type Verdict } from './context.ts';
import { clean, isEmpty, own } from './empty.ts';
import { settleParts } from './parts.ts';
import { pointer } from './pointer.ts';
import { planOf, whereOf, type FormPlan } from './plan.ts';
import type { Context, FormModule, Problem } from './types.ts';
import { appliesWithKept, withhold } from './withheld.ts';

export interface SettleOptions {
  /** Sensitive fields whose value only the server has. They apply, and conditions that read them keep their result. */
  kept?: ReadonlySet<string>;
  /** Fields that need no new answer (`vouchedTransient`), whatever their condition. */
  vouched?: ReadonlySet<string>;
  /** Excludes transient fields (`x-transient`). */
  stored?: boolean;
  /** Excludes derived fields (`x-value`). */
  given?: boolean;
  report?: Report;
}

export interface Settled {
  answers: FormAnswers;
  /** The answers for expressions. Reading a value that only the server has stops an expression. */
  readable: FormAnswers;
  /** The fields that apply, answered or not. */
  applying: ReadonlySet<string>;
}

/**
 * Whether a field is asked for in this context. A condition that reads an absent value is false. A condition that fails with an
 * error is also false and is reported.
 */
export function applies(module: FormModule, field: string, context: Context, report?: Report): boolean {
  return whenVerdict(module, field, context, report) === 'yes';
}

/** Returns the verdict of the field's condition, or `no` if the form has no such field. */
export function whenVerdict(module: FormModule, field: string, context: Context, report?: Report): Verdict {
  const definition = Object.hasOwn(module.fields, field) ? module.fields[field] : undefined;
  if (!definition) return 'no';
  return definition.when ? judge(definition.when, context, whereOf(module, field), report) : 'yes';
}

/**
 * Returns the answers that count: those that apply and are not empty. Fields are settled in order, each against the settled ones
 * before it. A dropped field also drops the fields that depend on it.
 */
export function settleAll(module: FormModule, context: Context, options: SettleOptions = {}): Settled {
  const { values, applying, readable } = settleFields(module, context, options);
  const answers: FormAnswers = {};
  const names = new Set<string>();
  for (const [position, { name, definition }] of planOf(module).fields.entries()) {
    if (!applying[position]) continue;
    names.add(name);
    const value = values[position];
    const isExcluded = (options.stored && definition.transient) || (options.given && definition.derived);
    if (value !== undefined && !isExcluded) answers[name] = value;
  }
  return { answers, readable, applying: names };
}

/** The result by field position, for callers that iterate over all fields. */
export interface SettledFields {
  /** Settled answers; undefined for none. */
  values: readonly unknown[];
  applying: readonly boolean[];
  readable: FormAnswers;
  /** Required parts without an answer (`SettledParts`), by field position. */
  missing: readonly (readonly Problem[] | undefined)[];
}

/**
 * Expressions read the original answers until the first field is dropped. Copying them costs more than all validators of the form
 * (bench/).
 */
export function settleFields(module: FormModule, context: Context, { kept, vouched, report }: SettleOptions): SettledFields {
  const { fields } = planOf(module);
  const given = context.self ?? {};
  const someKept = Boolean(kept?.size);
  const values: unknown[] = [];
  const missing: (readonly Problem[] | undefined)[] = [];
  const applying: boolean[] = [];
  let copy = kept?.size ? withhold({}, kept) : undefined;
  let settled: Context = { ...context, ...withSelf(module.id, copy ?? given) };
  const isValid = (field: string) => {
    const answer = settled.self?.[field];
    return isEmpty(answer) || module.fields[field]?.validate(answer) === true;
  };
  for (const { name, definition, where, isInherited } of fields) {
    const isKept = someKept && kept?.has(name) === true;
    const raw = isKept ? undefined : isInherited ? own(given, name) : given[name];
    const value = clean(definition.derived && !isKept ? derive(definition.derived, settled, isValid, where, report) : raw);
    const asked =
      !vouched?.has(name) &&
      (!definition.when || appliesWithKept(judge(definition.when, settled, where, report), someKept, isKept || value !== undefined));
    const parts =
      asked && value !== undefined && definition.parts
        ? settleParts({ form: module.id, definition, path: pointer(name), value, context: settled, someKept, report })
        : undefined;
    const counted = parts ? clean(parts.value) : asked ? value : undefined;
    if (parts) missing[applying.length] = parts.missing;
    applying.push(asked);
    values.push(counted);
    if (copy) {
      if (counted !== undefined) copy[name] = counted;
    } else if (raw !== counted) {
      copy = answersOf(fields, values);
      settled = { ...context, ...withSelf(module.id, copy) };
    }
  }
  return { values, applying, readable: copy ?? given, missing };
}

/** Collects the answers of the first fields that have values. */
export function answersOf(fields: FormPlan['fields'], values: readonly unknown[]): FormAnswers {
  const answers: FormAnswers = {};
  for (const [position, value] of values.entries()) {
    const name = fields[position]?.name;
    if (value !== undefined && name !== undefined) answers[name] = value;
  }
  return answers;
}

/** Returns only the answers of `settleAll`. */
export function settle(module: FormModule, context: Context, options: SettleOptions = {}): FormAnswers {
  return settleAll(module, context, options).answers;
}

export function transientFields(module: FormModule): Set<string> {
  return new Set(Object.keys(module.fields).filter((field) => module.fields[field]?.transient));
}
