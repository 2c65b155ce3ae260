import type { Answers, FormAnswers } from '../../../engine/config/definitions.ts';
import type { Deps } from '../deps.ts';
import type { Session } from '../sessions/sessions.ts';
import type { FlowCustomer } from './flowCustomer.ts';
import type { FlowProgress } from './resume.ts';

/** Name of an answer: `form.field`. */
export type AnswerName = `${string}.${string}`;

export interface CheckInput {
  deps: Deps;
  customerId: string;
  /** The answers of all steps on the path, including the ones being saved. */
  answers: Answers;
  session: Session;
}

/** A check passes and may establish facts, or fails with an error code, optionally at a field of the form. */
export type CheckVerdict = { facts: Record<string, unknown> } | { problem: string; field?: string };

/** A server-side check of a step (`check` in the flow). It may call ports and runs outside any transaction. */
export interface StepCheck {
  name: string;
  description: string;
  /** Answers that the check reads. A change to one of them reruns the check. */
  reads: readonly AnswerName[];
  /** Facts that the check may establish. A failure removes them. */
  facts: readonly string[];
  /** Error codes that the check may return. */
  fails: readonly string[];
  run(input: CheckInput): Promise<CheckVerdict>;
}

/** The product's extensions of the generic flow API, by name. */
export interface FlowHooks {
  checks: Readonly<Record<string, StepCheck>>;
  /** Returns the submitted answers while the flow is closed; undefined while it is open. */
  sent(deps: Deps, progress: FlowProgress): Promise<Answers | undefined>;
  /** Returns the answers submitted in a flow that another one starts from (`answersFrom`); undefined if there are none. */
  submitted?(deps: Deps, customer: FlowCustomer, flow: string): Promise<Answers | undefined>;
  /** Extracts file ids from an answer, by widget name. */
  files: Readonly<Record<string, (value: unknown) => string[]>>;
}

/** Returns the answer with that name, if any. */
export function answerOf(answers: Answers, name: AnswerName): unknown {
  const [form = '', field = ''] = name.split('.');
  const given: FormAnswers | undefined = Object.hasOwn(answers, form) ? answers[form] : undefined;
  return given && Object.hasOwn(given, field) ? given[field] : undefined;
}
