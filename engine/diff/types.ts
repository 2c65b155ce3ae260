/** The classes of changes by their effect, from the mildest to the most severe. Modelled on `buf breaking`. */
export const changeClasses = ['COPY', 'LOOK', 'RULE', 'DRAFT-BREAKING', 'API-BREAKING'] as const;
export type ChangeClass = (typeof changeClasses)[number];

/** Whether a rule got stricter or looser, as far as the schema shows it. */
export type Direction = 'tightened' | 'loosened' | 'changed';

/** The parts that a change affects. */
export interface Affected {
  /** Answers as `form.field`, or forms. */
  answers: string[];
  /** The steps with these answers, as `flow.step`. */
  steps: string[];
  /** Ids of the screens that show them. */
  screens: string[];
}

/** The part that a draft loses. A migration or a policy must handle it. A step has no form; a whole form has no field. */
export interface Loss {
  flow?: string;
  step?: string;
  form?: string;
  field?: string;
}

/** One semantic change between two configurations. */
export interface Change {
  class: ChangeClass;
  /** The kind of change in kebab case, for example `field-removed`. */
  code: string;
  direction?: Direction;
  /** What changed. */
  message: string;
  /** The consequence, which explains the class. */
  why: string;
  /** The configuration that contains the position. Removed parts are in the old one. */
  side: 'before' | 'after';
  file: string;
  /** 1-based. */
  line: number;
  column: number;
  /** RFC 6901 pointer into the file. */
  pointer: string;
  affects: Affected;
  /** The people affected, as one sentence: drafts past a step, new applications, everybody. */
  who: string;
  /** Set if the class is DRAFT-BREAKING. */
  loses?: Loss;
}
