import { isSentBack } from '../flow/position.ts';
import { outstanding } from '../flow/save.ts';
import { requestedFields } from '../flow/sentBackParts.ts';
import type { FlowSnapshot } from '../flow/types.ts';
import type { FormBase } from './formSession.ts';

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
