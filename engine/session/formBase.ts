import { isSentBack } from '../flow/position.ts';
import { outstanding } from '../flow/save.ts';
import { requestedFields, type Requested } from '../flow/sentBackParts.ts';
import type { CorrectionRequest, FlowSnapshot } from '../flow/types.ts';
import type { FormAnswers } from '../config/definitions.ts';

/** The server's state of a form. Changes with every snapshot. */
export interface FormBase {
  values?: FormAnswers;
  /** Sensitive answers that only the server has, masked. */
  masked?: Readonly<Record<string, string>>;
  corrections?: readonly CorrectionRequest[];
  /** The sent-back fields of this form during a send-back. Absent otherwise. */
  requested?: Requested;
  /** Saved before, so transient fields are not asked for again until the answer they vouch for changes. */
  confirmed?: boolean;
}

/** Returns the server's state of one form. */
export function baseOf(snapshot: FlowSnapshot, form: string): FormBase {
  const { answers, masked, corrections, confirmed, position } = snapshot;
  const step = position.path.find((view) => view.form === form);
  const own = outstanding(corrections).filter((request) => request.form === form);
  return {
    values: answers[form] ?? {},
    masked: masked[form] ?? {},
    corrections: own,
    confirmed: step !== undefined && step.status !== 'skipped' && confirmed[step.id] !== undefined,
    ...(isSentBack(position) ? { requested: requestedFields(snapshot, form) } : {}),
  };
}
