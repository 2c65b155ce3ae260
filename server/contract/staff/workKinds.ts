import { approvalWork } from './approvals.ts';

/** What staff of the cash loan work on. flows/queues.json of the desk says in which queue each stands. */
export const workKinds = ['referred', 'refill', 'heldMoney', 'deletion', 'cancellation', 'dispute', approvalWork] as const;
export type WorkKind = (typeof workKinds)[number];
