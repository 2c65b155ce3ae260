import { approvalWork } from './approvals.ts';
import type { StaffOperations } from './operations.ts';

/**
 * Kinds of work for staff of the cash loan, each with an operation that finishes it. The desk's flows/queues.json assigns each kind to a
 * queue.
 */
export const workKinds = {
  referred: 'staff.decide',
  refill: 'staff.decide',
  heldMoney: 'staff.allocateHeld',
  deletion: 'staff.completeDeletion',
  cancellation: 'staff.cancelLoan',
  dispute: 'staff.resolveDispute',
  [approvalWork]: 'staff.decideApproval',
} as const satisfies Readonly<Record<string, keyof StaffOperations>>;
export type WorkKind = keyof typeof workKinds;
