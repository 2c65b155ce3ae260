import type { Answers, FormAnswers } from '../config/definitions.ts';

/** What an expression may read: `self`, earlier forms by id, `session`, `today` (YYYY-MM-DD), `constants`, `features` … */
export type Context = Readonly<Record<string, unknown>> & { readonly self?: FormAnswers };

/** A compiled CEL expression. Throws `MissingValue` when it reads what is absent, any other error when it is a bug. */
export type Expression<T = unknown> = (context: Context) => T;

/** An ajv standalone validator. */
export interface Validator {
  (value: unknown): boolean;
  errors?: { keyword: string; instancePath: string; params: Record<string, unknown> }[] | null;
}

/**
 * Something wrong, as data. `code` is a JSON Schema keyword, `required`, or a rule's `error`;
 * `path` is a JSON pointer into the form's answers (`/contacts/1/phone`). The words are in `locales/`.
 */
export interface Problem {
  code: string;
  path: string;
  params?: Record<string, unknown>;
}

export interface FieldModule {
  /** Asked for whenever it applies. */
  required: boolean;
  when?: Expression<boolean>;
  validate: Validator;
  sensitive?: 'pii' | 'secret';
  transient?: boolean;
  /** A text with several lines. */
  lines?: boolean;
}

export interface RuleModule {
  /** Where `self` stands: '' for the form, or the name of an array property whose items it is asserted on. */
  scope: string;
  /** Property (of the form or the item) at which the problem is shown. */
  at: string;
  error: string;
  /** Reads `self` = the item or the form, `form` = the form, `index` = the item's position. */
  assert: Expression<boolean>;
  /** Properties of the form that must be answered and applicable before it is asserted. */
  reads: readonly string[];
  /** Properties of the form that it speaks of at all, guarded by `has()` or not; any of them when it does not say. */
  mentions?: readonly string[];
}

/** What the compiler emits for a form: an ES module with these exports. Same code in browser, server and CI. */
export interface FormModule {
  readonly id: string;
  /** By property, in the form's order. */
  readonly fields: Readonly<Record<string, FieldModule>>;
  readonly rules: readonly RuleModule[];
}

/** Everything outside the form that its expressions read. */
export interface Surroundings {
  answers: Answers;
  session: Record<string, unknown>;
  /** Calendar day, YYYY-MM-DD. */
  today: string;
  constants: Record<string, unknown>;
  features: Record<string, boolean>;
}
