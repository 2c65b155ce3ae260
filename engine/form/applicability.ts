import type { FormAnswers } from '../config/definitions.ts';
import { judge, withSelf, type Report, type Verdict } from './context.ts';
import { clean, own } from './empty.ts';
import { planOf, whereOf, type FormPlan } from './plan.ts';
import type { Context, FormModule } from './types.ts';
import { withhold } from './withheld.ts';

export interface SettleOptions {
  /** Sensitive fields whose value only the server holds; they apply, and what reads them stays as it stood. */
  kept?: ReadonlySet<string>;
  /** Fields that need not be asked again (`vouchedTransient`), whatever their condition says. */
  vouched?: ReadonlySet<string>;
  /** Leave out what is never stored (`x-transient`). */
  stored?: boolean;
  report?: Report;
}

export interface Settled {
  answers: FormAnswers;
  /** The same for expressions: reading what the server holds stops them. */
  seen: FormAnswers;
  /** Fields that apply, answered or not. */
  applying: ReadonlySet<string>;
}

/**
 * Whether a field is asked under this context. A condition that reads what is absent does not hold; one that fails for
 * another reason does not hold either and is reported.
 */
export function applies(module: FormModule, field: string, context: Context, report?: Report): boolean {
  return whenVerdict(module, field, context, report) === 'yes';
}

/** What the field's own condition says; `no` for a field that the form does not have. */
export function whenVerdict(module: FormModule, field: string, context: Context, report?: Report): Verdict {
  const definition = Object.hasOwn(module.fields, field) ? module.fields[field] : undefined;
  if (!definition) return 'no';
  return definition.when ? judge(definition.when, context, whereOf(module, field), report) : 'yes';
}

/**
 * The same under kept fields: a condition that could not be read may have asked for a value that only the server holds.
 * Then a field that was answered goes on to apply, for the server would not hold it otherwise.
 */
export function appliesBesideKept(verdict: Verdict, someKept: boolean, answered: boolean): boolean {
  return verdict === 'yes' || (verdict === 'missing' && someKept && answered);
}

/**
 * The answers as they count: without what does not apply and without what is empty. Conditions look backwards, so the
 * fields are settled in order, each against those already settled: a field dropped takes with it what hangs on it.
 */
export function settleAll(module: FormModule, context: Context, options: SettleOptions = {}): Settled {
  const { values, applying, seen } = settleFields(module, context, options);
  const answers: FormAnswers = {};
  const names = new Set<string>();
  for (const [position, { name, definition }] of planOf(module).fields.entries()) {
    if (!applying[position]) continue;
    names.add(name);
    const value = values[position];
    if (value !== undefined && !(options.stored && definition.transient)) answers[name] = value;
  }
  return { answers, seen, applying: names };
}

/** The same by the fields' positions, for who runs through all of them. */
export interface SettledFields {
  /** Settled answers; undefined for none. */
  values: readonly unknown[];
  applying: readonly boolean[];
  seen: FormAnswers;
}

/**
 * As long as nothing has to be dropped, expressions read the answers as they were given: copying them costs more than all
 * the validators of the form (bench/).
 */
export function settleFields(module: FormModule, context: Context, { kept, vouched, report }: SettleOptions): SettledFields {
  const { fields } = planOf(module);
  const given = context.self ?? {};
  const someKept = Boolean(kept?.size);
  const values: unknown[] = [];
  const applying: boolean[] = [];
  let copy = kept?.size ? withhold({}, kept) : undefined;
  let settled: Context = { ...context, ...withSelf(module.id, copy ?? given) };
  for (const { name, definition, where, isInherited } of fields) {
    const isKept = someKept && kept?.has(name) === true;
    const raw = isKept ? undefined : isInherited ? own(given, name) : given[name];
    const value = clean(raw);
    const asked =
      !vouched?.has(name) &&
      (!definition.when || appliesBesideKept(judge(definition.when, settled, where, report), someKept, isKept || value !== undefined));
    const counted = asked ? value : undefined;
    applying.push(asked);
    values.push(counted);
    if (copy) {
      if (counted !== undefined) copy[name] = counted;
    } else if (raw !== counted) {
      copy = answersOf(fields, values);
      settled = { ...context, ...withSelf(module.id, copy) };
    }
  }
  return { values, applying, seen: copy ?? given };
}

/** The answers to the first fields, as far as there are values. */
function answersOf(fields: FormPlan['fields'], values: readonly unknown[]): FormAnswers {
  const answers: FormAnswers = {};
  for (const [position, value] of values.entries()) {
    const name = fields[position]?.name;
    if (value !== undefined && name !== undefined) answers[name] = value;
  }
  return answers;
}

/** The answers of `settleAll` alone. */
export function settle(module: FormModule, context: Context, options: SettleOptions = {}): FormAnswers {
  return settleAll(module, context, options).answers;
}

/** Names of the fields that are validated and never stored. */
export function transientFields(module: FormModule): Set<string> {
  return new Set(Object.keys(module.fields).filter((field) => module.fields[field]?.transient));
}
