import type { StaffOperation } from '../../contract/staff/operation.ts';
import type { Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';

/** What an action would do, read before it is proposed and again before it takes effect. */
export interface ActionFacts {
  /** What it is about: `<kind>:<id>`. */
  subject: string;
  /** Reference number that people quote. */
  number: string;
  customerId?: string;
  /** Compared with `aboveCents` of the rules. */
  amountCents?: number;
  /** Anything else that a checker should see. If it changes, the proposal is void. */
  [name: string]: unknown;
}

/** Who proposed an action (`staff:<id>`), and when. Deadlines count until then, not until the approval. */
export interface Proposal {
  actor: string;
  proposedAt: Date;
}

/** An action of staff that can be held until a second person approves it. */
export interface Approvable {
  operation: StaffOperation;
  /** Refuses what could not be done. */
  facts(tx: Tx, deps: Deps, input: never, proposal: Proposal): Promise<ActionFacts>;
  /** Carries the action out. */
  run(tx: Tx, deps: Deps, input: never, proposal: Proposal): Promise<unknown>;
}

/** Types an action by its operation's input. */
export function approvable<Input>(
  operation: StaffOperation,
  action: {
    facts: (tx: Tx, deps: Deps, input: Input, proposal: Proposal) => Promise<ActionFacts>;
    run: (tx: Tx, deps: Deps, input: Input, proposal: Proposal) => Promise<unknown>;
  },
): Approvable {
  return { operation, ...action };
}
