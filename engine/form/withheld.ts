import type { FormAnswers } from '../config/definitions.ts';
import type { Verdict } from './context.ts';

let thrown: Error | undefined;

/**
 * The answer exists, but only on the server. An expression that reads it, even with `has()`, must wait as for an absent one. Throws one
 * shared error without a stack, as `missingValue` of the expressions does. It is created on demand, because it is rare.
 */
export function withheldValue(): never {
  thrown ??= Object.assign(new Error('held by the server'), { name: 'MissingValue', stack: '' });
  throw thrown;
}

/**
 * Wraps answers of which the server keeps some. Reading such a field stops the expression. Otherwise `has(self.email) ||
 * has(self.viber)` would fail only because the browser lacks the answer. The fields are not enumerable, so a copy or a hash skips
 * them.
 */
export function withhold(answers: FormAnswers, fields: Iterable<string>): FormAnswers {
  const readable = { ...answers };
  for (const field of fields) if (!Object.hasOwn(readable, field)) Object.defineProperty(readable, field, { get: withheldValue });
  return readable;
}

/**
 * Decides with kept fields. A condition may have tried to read a value that only the server has. A field that was answered then
 * still applies, because the server would not have its answer otherwise.
 */
export function appliesWithKept(verdict: Verdict, someKept: boolean, answered: boolean): boolean {
  return verdict === 'yes' || (verdict === 'missing' && someKept && answered);
}
