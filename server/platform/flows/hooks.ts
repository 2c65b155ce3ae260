import type { Answers, FormAnswers } from '../../../engine/config/definitions.ts';
import type { Deps } from '../deps.ts';
import type { Session } from '../sessions/sessions.ts';
import type { FlowProgress } from './resume.ts';

/** A named answer, `form.field`. */
export type AnswerName = `${string}.${string}`;

export interface CheckInput {
  deps: Deps;
  customerId: string;
  /** All answers, the ones being saved included. */
  answers: Answers;
  /** Who saves. */
  session: Session;
}

/** A check passes and may establish facts, or it fails with a code of the error catalogue, at a field of the form if need be. */
export type CheckVerdict = { facts: Record<string, unknown> } | { problem: string; field?: string };

/** What the server does when a step is saved (`check` of the step). It may call ports; it runs outside any transaction. */
export interface StepCheck {
  name: string;
  description: string;
  /** Answers it looks at. When one of them changes afterwards, it is run again. */
  reads: readonly AnswerName[];
  /** Facts it may establish; they fall when it fails. */
  facts: readonly string[];
  /** Codes of the error catalogue that it refuses with. */
  fails: readonly string[];
  run(input: CheckInput): Promise<CheckVerdict>;
}

/** What the product adds to the generic flow API, by name. */
export interface FlowHooks {
  checks: Readonly<Record<string, StepCheck>>;
  /** The answers as they were sent, while the flow takes no others; undefined while it is open. */
  sent(deps: Deps, progress: FlowProgress): Promise<Answers | undefined>;
  /** Files that an answer names, by the widget that asks for it. */
  files: Readonly<Record<string, (value: unknown) => string[]>>;
}

/** The answer of that name, if there is one. */
export function answerOf(answers: Answers, name: AnswerName): unknown {
  const [form = '', field = ''] = name.split('.');
  const given: FormAnswers | undefined = Object.hasOwn(answers, form) ? answers[form] : undefined;
  return given && Object.hasOwn(given, field) ? given[field] : undefined;
}
