import type { FormAnswers } from '../config/definitions.ts';

/** An answer exists, but not on this side: who reads it, even by `has()`, must wait as for one that is absent. */
class WithheldValue extends Error {
  override name = 'MissingValue';
}

let thrown: WithheldValue | undefined;

/** Throws the same each time, as `MissingValue` does and for the same reason. Made when it is needed, for it seldom is. */
export function withheldValue(): never {
  thrown ??= new WithheldValue('held by the server');
  throw thrown;
}

/**
 * Answers as expressions may read them where the server holds some: reading such a field stops the expression, so that
 * `has(self.email) || has(self.viber)` is not taken to fail because the browser lacks what was answered. The fields are
 * not enumerable: a copy or a hash does not meet them.
 */
export function withhold(answers: FormAnswers, fields: Iterable<string>): FormAnswers {
  const seen = { ...answers };
  for (const field of fields) if (!Object.hasOwn(seen, field)) Object.defineProperty(seen, field, { get: withheldValue });
  return seen;
}
