/** Types of the contract that blocks of the desk read. */
export type { DecisionTrace, TracedTable } from '../../server/contract/staff/trace.ts';
