import type { Answers, FormAnswers } from '../config/definitions.ts';

type Values = Readonly<Record<string, unknown>>;

/** What a form makes of answers. */
export interface FormCase {
  form: string;
  given: FormAnswers;
  /** Problems as `/path code`. */
  problems: string[];
  asks: string[];
}

/** Where a flow leads with these answers, and what a table decides on them. */
export interface FlowCase {
  flow: string;
  given: Answers;
  path: string[];
}
export interface TableCase {
  table: string;
  given: Answers;
  outcome: unknown;
}

/** What a screen shows where its data are these. */
export interface ScreenCase {
  screen: string;
  given: Values;
  /** The blocks that are shown: name, and the texts in it. */
  shows: string[];
}

/** Where navigation leads instead, by the first rule that holds. */
export interface NavigationCase {
  given: Values;
  go: string;
}

/** How a release behaves, in cases that stand for many: made from one release, held against another. */
export interface Recording {
  today: string;
  forms: FormCase[];
  flows: FlowCase[];
  tables: TableCase[];
  screens: ScreenCase[];
  navigation: NavigationCase[];
}

/** A case in which a release behaves otherwise than recorded. */
export interface Difference {
  what: keyof Omit<Recording, 'today'>;
  index: number;
  /** Id of the form, flow, table or screen. */
  of: string;
  expected: unknown;
  actual: unknown;
}
