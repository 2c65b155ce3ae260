import type { Answers } from '../config/definitions.ts';
import type { FormSchema } from '../config/form.ts';
import type { Report } from '../form/context.ts';
import type { Expression, FormModule, Problem, Surroundings } from '../form/types.ts';

/** A request by staff or a failed check to answer a field again. */
export interface CorrectionRequest {
  form: string;
  field: string;
  /** A part of the answer, as a JSON pointer inside it: `/1/phone` for a property of the second item. Default: the whole answer. */
  part?: string;
  /** Key of the reason: `corrections.<reason>` in locales. */
  reason: string;
  note?: string;
  /** The reason requires a different answer: at least one of its fields in the form must change. */
  anew?: boolean;
  /** Answered again but not submitted. The field stays open and everything else stays locked until then. */
  given?: boolean;
}

/** A notice that a newer release could not carry over an answer, at a field or for a whole form. */
export interface FlowNotice {
  form: string;
  field?: string;
  /** changed: the question changed and is asked again. restarted: all questions are asked again. */
  reason: 'changed' | 'restarted';
}

/** Somebody else who answers a step. */
export interface CompiledGuest {
  name: Expression;
  phone: Expression;
  from: Expression;
  route: string;
}

export interface CompiledStep {
  id: string;
  route: string;
  kind: 'form' | 'review';
  form?: string;
  minutes: number;
  /** The step can be skipped. */
  optional?: boolean;
  /** The step is asked once for each item of a list. Adjacent steps of one sub-flow share the group: all are asked for one item first. */
  forEach?: { list: string; group: string };
  /** Only the guest can answer the step. */
  guest?: CompiledGuest;
  when?: Expression<boolean>;
  until?: Expression<boolean>;
}

export interface CompiledFlow {
  id: string;
  version: number;
  steps: readonly CompiledStep[];
}

/** Everything that a position depends on. No other flow state exists. */
export interface FlowState {
  answers: Answers;
  /** Step id → hash of the confirmed answers, or `skipped`. */
  confirmed: Readonly<Record<string, string>>;
  corrections: readonly CorrectionRequest[];
  /** Facts that only the server knows: phoneVerified, faceMatched … */
  facts: Readonly<Record<string, unknown>>;
}

export interface FlowEnvironment {
  surroundings: Omit<Surroundings, 'answers'>;
  /** Returns the problems of a form under these answers; [] if it is valid. */
  check(form: string, answers: Answers): readonly Problem[];
  /** Hashes what a step confirms: the form's settled answers, or all answers for a review. */
  hash(step: CompiledStep, answers: Answers): string;
}

/** Everything that a save depends on. */
export interface SaveRules {
  flow: CompiledFlow;
  environment: FlowEnvironment;
  /** Returns the form of a key of the answers. */
  form: (key: string) => { module: FormModule; definition: { schema: FormSchema } };
  /** Returns the position in a state, for callers that know it already. Default: it is computed. */
  position?: (state: FlowState) => Position;
  report?: Report;
}

/** waiting: for a fact of the server, or for the guest. */
export type StepStatus = 'done' | 'skipped' | 'missing' | 'wrong' | 'unconfirmed' | 'sentBack' | 'waiting';

export interface StepView {
  id: string;
  route: string;
  kind: 'form' | 'review';
  form?: string;
  status: StepStatus;
  /** Reachable: not after the current position and not locked by a send-back. */
  open: boolean;
  /** Includes requests that are already answered. */
  corrections: readonly CorrectionRequest[];
}

export interface Position {
  /** The next step to do. Absent when the flow is complete. */
  step?: StepView;
  path: readonly StepView[];
  /** The step's 1-based number on the path, and the length of the path. */
  number: number;
  total: number;
  minutesLeft: number;
  complete: boolean;
}

/** The server's view of a flow: the stored state and its position, without what stays on the server. */
export interface FlowSnapshot extends FlowState {
  flow: string;
  /** Hash of the release that applies to these answers. */
  release: string;
  /** Increases with every save. */
  revision: number;
  /** Sensitive answers by form and field, masked. */
  masked: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Answers that could not be carried over from an older release and are not given again yet. */
  notices?: readonly FlowNotice[];
  /** The answers were submitted, and every step is closed. */
  closed?: boolean;
  position: Position;
}
