/** What a change means to those who live with it, from the least to the gravest; `buf breaking` is the model. */
export const changeClasses = ['COPY', 'LOOK', 'RULE', 'DRAFT-BREAKING', 'API-BREAKING'] as const;
export type ChangeClass = (typeof changeClasses)[number];

/** Which way a rule went, where the schema decides it. */
export type Direction = 'tightened' | 'loosened' | 'changed';

/** Who meets a change. */
export interface Affected {
  /** Answers, as `form.field`, or forms. */
  answers: string[];
  /** Steps that ask them, as `flow.step`. */
  steps: string[];
  /** Ids of the screens that show it. */
  screens: string[];
}

/** What a draft loses: a migration or a policy has to take it up. A step has no form, a whole form no field. */
export interface Loss {
  flow?: string;
  step?: string;
  form?: string;
  field?: string;
}

/** One change of meaning between two configurations. */
export interface Change {
  class: ChangeClass;
  /** kebab-case name of what happened, e.g. `field-removed`. */
  code: string;
  direction?: Direction;
  /** What changed. */
  message: string;
  /** Why it is of its class: what follows from it. */
  why: string;
  /** The configuration in which the place is to be found: what is gone stands in the one before. */
  side: 'before' | 'after';
  file: string;
  /** 1-based. */
  line: number;
  column: number;
  /** RFC 6901 within the file. */
  pointer: string;
  affects: Affected;
  /** One sentence for people: drafts at or past a step, whoever begins anew, everybody. */
  who: string;
  /** Set where the change is DRAFT-BREAKING. */
  loses?: Loss;
}
