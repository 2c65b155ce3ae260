import type { Answers } from '../config/definitions.ts';
import type { Expression, Problem, Surroundings } from '../form/types.ts';

/** A field that staff or a failed check wants asked again. */
export interface CorrectionRequest {
  form: string;
  field: string;
  /** Key of the reason, `corrections.<reason>` in locales. */
  reason: string;
  note?: string;
  /** Its reason wants another answer: of the fields of a form sent back for it, at least one must change. */
  anew?: boolean;
  /** Given anew and not sent yet. It stays open until then, and all else stays locked. */
  given?: boolean;
}

/** What the person is told when a newer release could not take over what was answered: at a field, or at a whole form. */
export interface FlowNotice {
  form: string;
  field?: string;
  /** changed: it is asked anew because the question has changed; restarted: all is asked anew. */
  reason: 'changed' | 'restarted';
}

export interface CompiledStep {
  id: string;
  route: string;
  kind: 'form' | 'review';
  form?: string;
  minutes: number;
  when?: Expression<boolean>;
  until?: Expression<boolean>;
}

export interface CompiledFlow {
  id: string;
  version: number;
  steps: readonly CompiledStep[];
}

/** All that a position depends on. Nothing else is flow state. */
export interface FlowState {
  answers: Answers;
  /** Step id → hash of what was confirmed there. */
  confirmed: Readonly<Record<string, string>>;
  corrections: readonly CorrectionRequest[];
  /** Facts that only the server knows: phoneVerified, faceMatched … */
  facts: Readonly<Record<string, unknown>>;
}

export interface FlowEnvironment {
  surroundings: Omit<Surroundings, 'answers'>;
  /** Problems of a form under these answers; [] when it is sound. */
  check(form: string, answers: Answers): readonly Problem[];
  /** Hash of what a step confirms: the form's settled answers, or all of them for a review. */
  hash(step: CompiledStep, answers: Answers): string;
}

export type StepStatus = 'done' | 'missing' | 'wrong' | 'unconfirmed' | 'sentBack' | 'waiting';

export interface StepView {
  id: string;
  route: string;
  kind: 'form' | 'review';
  form?: string;
  status: StepStatus;
  /** Reachable: at or before the position, and not locked by a send-back. */
  open: boolean;
  /** Those given are among them. */
  corrections: readonly CorrectionRequest[];
}

export interface Position {
  /** The step to do next; absent when the flow is complete. */
  step?: StepView;
  path: readonly StepView[];
  /** 1-based number of the step among the path, and how many there are. */
  number: number;
  total: number;
  minutesLeft: number;
  complete: boolean;
}

/** What the server says of a flow: the stored state, its own view of the position, and what it keeps to itself. */
export interface FlowSnapshot extends FlowState {
  flow: string;
  /** Hash of the release that rules these answers. */
  release: string;
  /** Goes up with every save. */
  revision: number;
  /** Sensitive answers by form and field, masked. */
  masked: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** What could not be carried over from an older release and was not given anew yet. */
  notices?: readonly FlowNotice[];
  /** These answers were sent, and no step takes others now. */
  closed?: boolean;
  position: Position;
}
