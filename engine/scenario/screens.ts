import type { Answers, FormAnswers } from '../config/definitions.ts';
import type { ScenarioStep } from '../config/scenario.ts';

/** A problem on the screen. */
export interface ShownProblem {
  /** DOM id of the line. It ends with the path of the input, joined with hyphens. */
  id: string;
  text: string;
}

/** The position in a flow, as the server reports it. */
export interface FlowProgress {
  /** Id of the next step, or undefined if the flow is complete. */
  step: string | undefined;
  /** Ids of all steps on the path. */
  path: readonly string[];
  answers: Answers;
  /** Sensitive answers, masked, by form and field. */
  masked: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** The scenario and its date. */
export interface Scene {
  /** Id of the scenario. */
  id: string;
  /** The date of the scenario, `YYYY-MM-DD`. */
  today: string;
  language: string;
}

/** The person who goes through a flow. */
export interface Beginning extends Scene {
  flow: string;
  /** The scenario's placeholder for the person's own number. The actual number replaces it in answers. */
  phone: string;
  /** Steps completed before the screens open, in order. */
  done: readonly StepDone[];
}

export interface StepDone {
  step: string;
  /** Absent for a skipped step. */
  answers?: FormAnswers;
}

/** An event of a life cycle, and the state it applies to. */
export type Happening = Pick<NonNullable<ScenarioStep['happen']>, 'lifeCycle' | 'from' | 'event'>;

/** Actions on any screen: open and read. */
export interface ScreenReader {
  /** Route of the visible screen. */
  route(): Promise<string>;
  /** Follows a link. */
  open(route: string): Promise<void>;
  /** Returns all readable text. */
  text(): Promise<string>;
  /** Takes a screenshot and returns its path. */
  picture(): Promise<string>;
  leave(): Promise<void>;
}

/** The results of something outside a flow, and the screens that show them. */
export interface Observation {
  /** The answer to a question. */
  answer?: unknown;
  /** The state after an event. */
  state?: string;
  /** Whether the event had no effect. */
  isRefused?: boolean;
  /** The effects, as far as they are visible. */
  effects?: readonly string[];
  screens: ScreenReader;
}

/**
 * A person at the rendered screens of the running product. Each call resolves when the screen is idle. If a screen cannot do
 * something, the call throws `NotOnScreen`. If the screen fails to do it, the call throws another error.
 */
export interface Screens extends ScreenReader {
  /** Presses the back arrow. */
  back(): Promise<void>;
  /** Presses Next, and waits for the next screen or a problem. */
  next(): Promise<void>;
  /** Presses Skip on an optional step, and waits for the next screen. */
  skip(): Promise<void>;
  /** Fills in fields of the visible form. */
  answer(form: string, answers: FormAnswers): Promise<void>;
  /** Starts to replace an answer if it is masked. */
  change(field: string): Promise<void>;
  offline(isOff: boolean): Promise<void>;
  /** Continues on a new device. */
  otherDevice(): Promise<void>;
  /** Sets the date. */
  today(day: string): Promise<void>;
  problems(): Promise<readonly ShownProblem[]>;
  /** Returns the fields that the visible form asks for. */
  asked(): Promise<readonly string[]>;
  /** Returns the locked ones among them. */
  locked(): Promise<readonly string[]>;
  progress(): Promise<FlowProgress>;
  /** Sends fields back, as staff do. */
  sendBack(corrections: NonNullable<ScenarioStep['sendBack']>): Promise<void>;
  /** Sets facts on the server. */
  facts(facts: Readonly<Record<string, unknown>>): Promise<void>;
  /** Returns the decision about the submitted application, as the screens show it. */
  decision(table: string): Promise<unknown>;
}

/** The running product in a browser. */
export interface ScreenHost {
  /** How long a screen can take to show the expected state. */
  patienceMs: number;
  /** Answers that no two people share, such as numbers of IDs, by form. Called once for each person. */
  own?(): Answers;
  /** Creates a new person who can start the flow. */
  begin(beginning: Beginning): Promise<Screens>;
  /** Asks the product a question on its screens. */
  ask(question: string, given: Readonly<Record<string, unknown>>, scene: Scene): Promise<Observation>;
  /** Creates a subject in that state and triggers the event. */
  happen(happening: Happening, scene: Scene): Promise<Observation>;
  close(): Promise<void>;
}

/** The screens cannot do what a scenario asks. The message says why. */
export class NotOnScreen extends Error {
  override name = 'NotOnScreen';
}

/** Compares the name, because the browser's side of a run loads this module from its source and the command line from its bundle. */
export const isNotOnScreen = (error: unknown): error is NotOnScreen => error instanceof Error && error.name === 'NotOnScreen';
