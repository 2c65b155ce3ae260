import type { StaffInput } from '../../contract/staff/operations.ts';
import { fail } from '../../platform/problem.ts';
import type { DeskDecision } from './fitness.ts';

const missing = (name: string): never => fail('badRequest', { problems: [{ code: 'required', path: `/${name}` }] });

type Given = Omit<StaffInput<'staff.previewDecision'>, 'id'>;

/** Refuses with `badRequest` if the decision lacks a value that it needs. */
export function decisionOf({ decision, limitCents, reason, retryAfterDays, corrections }: Given): DeskDecision {
  if (decision === 'accepted') return { decision, limitCents: limitCents ?? missing('limitCents') };
  if (decision === 'sendBack') return { decision, corrections: corrections ?? missing('corrections') };
  return { decision, reason: reason ?? missing('reason'), retryAfterDays: retryAfterDays ?? missing('retryAfterDays') };
}
