import type { FormAnswers } from '../config/definitions.ts';
import { judge, withSelf, type Report, type Verdict } from './context.ts';
import { clean, own } from './empty.ts';
import type { Context, FormModule } from './types.ts';
import { withhold } from './withheld.ts';

export interface SettleOptions {
  /** Sensitive fields whose value only the server holds; they apply, and what reads them stays as it stood. */
  kept?: ReadonlySet<string>;
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
  return definition.when ? judge(definition.when, context, `${module.id}.${field} x-when`, report) : 'yes';
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
  const answers: FormAnswers = {};
  const applying = new Set<string>();
  const seen = withhold({}, options.kept ?? []);
  const settled: Context = { ...context, ...withSelf(module.id, seen) };
  const someKept = Boolean(options.kept?.size);
  for (const field of Object.keys(module.fields)) {
    const isKept = Boolean(options.kept?.has(field));
    const value = isKept ? undefined : clean(own(context.self, field));
    const verdict = whenVerdict(module, field, settled, options.report);
    if (!appliesBesideKept(verdict, someKept, isKept || value !== undefined)) continue;
    applying.add(field);
    if (value !== undefined) answers[field] = seen[field] = value;
  }
  return { answers: options.stored ? withoutTransient(module, answers) : answers, seen, applying };
}

/** The answers of `settleAll` alone. */
export function settle(module: FormModule, context: Context, options: SettleOptions = {}): FormAnswers {
  return settleAll(module, context, options).answers;
}

/** Names of the fields that are validated and never stored. */
export function transientFields(module: FormModule): Set<string> {
  return new Set(Object.keys(module.fields).filter((field) => module.fields[field]?.transient));
}

function withoutTransient(module: FormModule, answers: FormAnswers): FormAnswers {
  return Object.fromEntries(Object.entries(answers).filter(([field]) => !module.fields[field]?.transient));
}
