import type { FlowSnapshot } from '../flow/types.ts';
import type { FormBase } from './formSession.ts';

/** What the server says of one form of a flow. During a send-back only what it asks for again is open. */
export function baseOf({ answers, masked, corrections, confirmed, position }: FlowSnapshot, form: string): FormBase {
  const step = position.path.find((view) => view.form === form);
  const own = corrections.filter((request) => request.form === form);
  const sentBack = position.path.some(({ status }) => status === 'sentBack');
  const closed = sentBack && (step?.status === 'sentBack' || step?.status === 'done');
  return {
    values: answers[form] ?? {},
    masked: masked[form] ?? {},
    corrections: own,
    confirmed: step !== undefined && confirmed[step.id] !== undefined,
    ...(closed ? { open: new Set(own.map(({ field }) => field)) } : {}),
  };
}
