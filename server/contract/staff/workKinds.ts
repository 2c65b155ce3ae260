import { approvalWork } from './approvals.ts';

/** Kinds of work for staff of the cash loan. The desk's flows/queues.json assigns each to a queue. */
export const workKinds = ['referred', 'refill', 'heldMoney', 'deletion', 'cancellation', 'dispute', approvalWork] as const;
export type WorkKind = (typeof workKinds)[number];
