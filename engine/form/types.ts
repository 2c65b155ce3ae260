import type { FormAnswers } from '../config/definitions.ts';

/** The values for expressions: `self`, earlier forms by id, `session`, `today` (YYYY-MM-DD), `constants`, `features` … */
export type Context = Readonly<Record<string, unknown>> & { readonly self?: FormAnswers };

/** A compiled CEL expression. Throws `MissingValue` when it reads an absent value. Any other error is a bug. */
export type Expression<T = unknown> = (context: Context) => T;

/** An ajv standalone validator. */
export interface Validator {
  (value: unknown): boolean;
  errors?: ValidatorError[] | null;
}

export interface ValidatorError {
  keyword: string;
  instancePath: string;
  params: Record<string, unknown>;
}

/**
 * A problem as data. `code` is a JSON Schema keyword, `required`, or a rule's `error`. `path` is a JSON pointer into the form's
 * answers (`/contacts/1/phone`). The texts are in `locales/`.
 */
export interface Problem {
  code: string;
  path: string;
  params?: Record<string, unknown>;
}

export interface FieldModule {
  /** Required whenever it applies. */
  required: boolean;
  when?: Expression<boolean>;
  validate: Validator;
  sensitive?: 'pii' | 'secret';
  transient?: boolean;
  /** A multi-line text. */
  lines?: boolean;
  /** Computes the answer (`x-value`). Nobody types it, and what a client sends is ignored. */
  derived?: DerivedAnswer;
  /** The answer of an untouched field (`defaultsOf`). */
  default?: unknown;
  /** The properties of the object, or of each item of the list, if one of them has a condition or is derived. */
  parts?: PartModules;
}

/** A property inside an answer. The answer's validator checks its value, except that a conditional part is required. */
export type PartModule = Pick<FieldModule, 'required' | 'when' | 'derived' | 'parts'>;

/** By name, in the order of the schema. */
export type PartModules = Readonly<Record<string, PartModule>>;

export interface DerivedAnswer {
  compute: Expression;
  /** The properties of `self` that the expression mentions. Each must be valid or absent before it runs. */
  reads: readonly string[];
}

export interface RuleModule {
  /** Where `self` is (`ownerValues`): '' for the form, `contacts` for the object of that name or each item of the list. */
  scope: string;
  /** The property of `self` where the problem is shown. */
  at: string;
  error: string;
  /** Reads `self`, `form` = the form, `index` = the position of a list's item. */
  assert: Expression<boolean>;
  /** The form's properties that must be answered and applicable before the rule is checked. */
  reads: readonly string[];
  /** All properties of the form that the rule mentions, even inside `has()`. If absent, assume any of them. */
  mentions?: readonly string[];
}

/** The compiled ES module of a form. Browser, server and CI run the same code. */
export interface FormModule {
  readonly id: string;
  /** By property, in the form's order. */
  readonly fields: Readonly<Record<string, FieldModule>>;
  readonly rules: readonly RuleModule[];
}

/** The validator of a whole form, in a separate module that loads after the form is shown. */
export interface WholeFormModule {
  /** By the form's id, the `$id` of its schema (`plainForm`). */
  readonly validators: Readonly<Record<string, Validator>>;
}

/** The values outside the form that its expressions read. */
export interface Surroundings {
  /** Answers by form. A form that is asked for each item of a list has a list of answers. */
  answers: Readonly<Record<string, FormAnswers | readonly FormAnswers[]>>;
  /** The item that a form is asked about, and its number, counted from 1. */
  item?: unknown;
  itemNumber?: number;
  session: Record<string, unknown>;
  /** The current date in the product's time zone, YYYY-MM-DD. */
  today: string;
  constants: Record<string, unknown>;
  features: Record<string, boolean>;
}
