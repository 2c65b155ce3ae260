import type { Answers, FormAnswers } from '../config/definitions.ts';
import type { ScenarioStep } from '../config/scenario.ts';

/** A problem as it stands on the screen. */
export interface ShownProblem {
  /** DOM id of the line; it ends in the path of the input, its parts joined by hyphens. */
  id: string;
  text: string;
}

/** Where somebody stands in a flow, as the server tells them. */
export interface FlowProgress {
  /** Id of the step to do next; undefined when the flow is complete. */
  step: string | undefined;
  /** Ids of all steps on the path. */
  path: readonly string[];
  answers: Answers;
  /** Sensitive answers, masked, by form and field. */
  masked: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Whose story is told, and when. */
export interface Scene {
  /** Id of the scenario. */
  id: string;
  /** The day on which it is set, `YYYY-MM-DD`. */
  today: string;
  language: string;
}

/** Who walks through a flow. */
export interface Beginning extends Scene {
  flow: string;
  /** The number that the scenario means by the person's own; answers with it are given with the one they have. */
  phone: string;
  /** Steps that they have done before they come to the screens, in order. */
  done: readonly StepDone[];
}

export interface StepDone {
  step: string;
  answers: FormAnswers;
}

/** An event of a life cycle, and the state in which it finds what lives. */
export type Happening = Pick<NonNullable<ScenarioStep['happen']>, 'lifeCycle' | 'from' | 'event'>;

/** What anybody in front of the screens can do: go to one and read it. */
export interface Sights {
  /** Route of the screen in sight. */
  route(): Promise<string>;
  /** Follows a link. */
  open(route: string): Promise<void>;
  /** All that can be read. */
  text(): Promise<string>;
  /** Keeps what is in sight as a picture; answers its path. */
  picture(): Promise<string>;
  leave(): Promise<void>;
}

/** What the screens show of something that is no step of a flow, and the screens that do. */
export interface Glimpse {
  /** What a question is answered with. */
  answer?: unknown;
  /** Where an event led. */
  state?: string;
  /** Whether it did nothing. */
  isRefused?: boolean;
  /** What happened on the way, as far as anybody can tell. */
  effects?: readonly string[];
  screens: Sights;
}

/**
 * Somebody in front of the rendered screens of the running product. Every call ends when the screen has come to rest; what a screen
 * cannot do is thrown as `NotOnScreen`, what it should have done and did not as any other error.
 */
export interface Screens extends Sights {
  /** Presses the arrow. */
  back(): Promise<void>;
  /** Presses Next, and waits until it has led on or something is wrong. */
  next(): Promise<void>;
  /** Answers fields of the form in sight, as a hand does. */
  answer(form: string, answers: FormAnswers): Promise<void>;
  /** Asks to give a masked answer anew, where it is masked. */
  change(field: string): Promise<void>;
  offline(isOff: boolean): Promise<void>;
  /** Goes on with a device that knows nothing. */
  otherDevice(): Promise<void>;
  /** The day becomes this one. */
  today(day: string): Promise<void>;
  problems(): Promise<readonly ShownProblem[]>;
  /** Fields that the form in sight asks. */
  asked(): Promise<readonly string[]>;
  /** Those of them that cannot be changed. */
  locked(): Promise<readonly string[]>;
  progress(): Promise<FlowProgress>;
  /** Those who look at what was sent off ask for these fields again. */
  sendBack(corrections: NonNullable<ScenarioStep['sendBack']>): Promise<void>;
  /** The server finds something out. */
  facts(facts: Readonly<Record<string, unknown>>): Promise<void>;
  /** What was decided on what was sent off, as the screens tell it. */
  decision(table: string): Promise<unknown>;
}

/** The running product, seen through a browser. */
export interface ScreenHost {
  /** How long a screen may take until it shows what is expected, before that counts as wrong. */
  patienceMs: number;
  /** Somebody new, who may begin the flow. */
  begin(beginning: Beginning): Promise<Screens>;
  /** Asks the product on its screens. */
  ask(question: string, given: Readonly<Record<string, unknown>>, scene: Scene): Promise<Glimpse>;
  /** Brings something to life in that state, and lets the event happen. */
  happen(happening: Happening, scene: Scene): Promise<Glimpse>;
  close(): Promise<void>;
}

/** What a scenario asks cannot be done with these screens; the message says why. */
export class NotOnScreen extends Error {
  override name = 'NotOnScreen';
}
