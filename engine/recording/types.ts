import type { Answers, FormAnswers } from '../config/definitions.ts';

type Values = Readonly<Record<string, unknown>>;

/** The result of a form for some answers. */
export interface FormCase {
  form: string;
  given: FormAnswers;
  /** Problems as `/path code`. */
  problems: string[];
  asks: string[];
}

/** The position of a flow for some answers, and the decision of a table. */
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

/** The content of a screen for some data. */
export interface ScreenCase {
  screen: string;
  given: Values;
  /** The visible blocks: their name and texts. */
  shows: string[];
}

/** The redirect of the first navigation rule that holds. */
export interface NavigationCase {
  given: Values;
  go: string;
}

/** The behaviour of a release in representative cases, for comparison with another release. */
export interface Recording {
  today: string;
  forms: FormCase[];
  flows: FlowCase[];
  tables: TableCase[];
  screens: ScreenCase[];
  navigation: NavigationCase[];
}

/** A case in which a release differs from the recording. */
export interface Difference {
  what: keyof Omit<Recording, 'today'>;
  index: number;
  /** Id of the form, flow, table or screen. */
  of: string;
  expected: unknown;
  actual: unknown;
}
