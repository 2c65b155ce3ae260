/** Contract types that the desk's blocks read. */
export type { DecisionTrace, TracedTable } from '../../server/contract/staff/trace.ts';
