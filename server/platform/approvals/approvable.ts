import type { StaffOperation, StaffRole } from '../../contract/staff/operation.ts';
import type { Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';

/** The effect of an action, read before it is proposed and again before it takes effect. */
export interface ActionFacts {
  /** Subject of the action: `<kind>:<id>`. */
  subject: string;
  /** Reference number that people quote. */
  number: string;
  customerId?: string;
  /** Compared with `aboveCents` in the rules. */
  amountCents?: number;
  /** Compared instead of `amountCents` if earlier actions count too, so that nobody can split an amount to stay below the limit. */
  countedCents?: number;
  /** Who asked for it, if customers may ask too. Compared with `askedBy` in the rules. */
  askedBy?: 'customer' | 'staff';
  /** The reason, if the input does not give one. */
  reason?: string;
  /** Anything else that a checker should see. If it changes, the proposal is void. */
  [name: string]: unknown;
}

/** The person who proposed an action (`staff:<id>`), and the time. Deadlines apply to the time of the proposal, not of the approval. */
export interface Proposal {
  actor: string;
  /** The role that the person has now. */
  role: StaffRole;
  proposedAt: Date;
  /** The person who approves it (`staff:<id>`); undefined before that. */
  checker?: string;
}

/** An action of staff that can be held until a second person approves it. */
export interface Approvable {
  operation: StaffOperation;
  /** Temporary refusals of `facts`: a proposal that meets one stays pending. Any other refusal makes it void. */
  waitsFor?: readonly string[];
  /** Reads what the action needs before the transaction, such as releases and keys. */
  prepare?(deps: Deps, input: never): Promise<unknown>;
  /** Returns what the action would do, or refuses if it is not possible. */
  facts(tx: Tx, deps: Deps, input: never, proposal: Proposal, prepared: never): Promise<ActionFacts>;
  /** Carries the action out. */
  run(tx: Tx, deps: Deps, input: never, proposal: Proposal, prepared: never): Promise<unknown>;
  /** Cleans up after the commit. A failure here does not undo the action. */
  finish?(deps: Deps, result: never): Promise<void>;
}

/** Types an action by its operation's input. */
export function approvable<Input, Prepared = undefined, Result = unknown>(
  operation: StaffOperation,
  action: {
    waitsFor?: readonly string[];
    prepare?: (deps: Deps, input: Input) => Promise<Prepared>;
    facts: (tx: Tx, deps: Deps, input: Input, proposal: Proposal, prepared: Prepared) => Promise<ActionFacts>;
    run: (tx: Tx, deps: Deps, input: Input, proposal: Proposal, prepared: Prepared) => Promise<Result>;
    finish?: (deps: Deps, result: Result) => Promise<void>;
  },
): Approvable {
  return { operation, ...action };
}
