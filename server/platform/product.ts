import type { OperationDefinition } from '../../engine/config/definitions.ts';
import type { StaffOperation } from '../contract/staff/operation.ts';
import type { StoredCustomer } from './customer/customers.ts';
import type { Db, Tx } from './db/database.ts';
import type { DecisionCase } from './changes/decisions/cases.ts';
import type { Deps } from './deps.ts';
import type { FlowHooks } from './flows/hooks.ts';
import type { KeptDays } from './housekeeping/keptDays.ts';
import type { Html } from './http/html.ts';
import type { PreviewPerson } from './preview/messages.ts';
import type { StagePerson } from './preview/world/applicant.ts';
import type { ReadKind } from './publishing/loosening.ts';
import type { ProviderListeners } from './webhooks/listeners.ts';

/** A decision made by a table, with the values that it read. */
export interface PastDecision {
  /** The subject of the decision, for those who may read it: its id, and the label that people use. */
  subject: { id: string; label: string };
  /** Id of the person concerned. Never shown to anybody. */
  person: string;
  /** Undefined if the values are no longer known. */
  read?: DecisionCase;
}

/** Past decisions of a product's tables, for backtests of a changed table. */
export interface PastDecisions {
  /** Operation that shows the subject of a decision. People who may not call it see only counts. */
  shownBy: StaffOperation;
  /** The latest decision on each subject, newest first. `next` is the cursor of the next page. */
  page(deps: Deps, table: string, options: { before?: string; limit: number }): Promise<{ decisions: PastDecision[]; next?: string }>;
}

/** The interface between the platform and the product that runs on it. */
export interface Product {
  /** Every operation of the API by id, including those of the platform. */
  operations: Readonly<Record<string, OperationDefinition>>;
  staffOperations: Readonly<Record<string, StaffOperation>>;
  flowHooks: FlowHooks;
  /** Handlers for providers' reports about transfers. */
  providerListeners: ProviderListeners;
  /** Facts from the product's own columns. Expressions read them in `session`, also in the browser. */
  customerFacts(customer: StoredCustomer): Record<string, unknown>;
  /** A customer's name in reading order; undefined while it is unknown. */
  nameOf(deps: Deps, customerId: string): Promise<string[] | undefined>;
  /** The value of `customer` in an activity's `when`. */
  audienceFacts(deps: Deps, customerId: string, today: string): Promise<Record<string, unknown>>;
  /** Whether a message may still be sent, given its sender's `trueWhile` (notifications/notify.ts). */
  isStillTrue(deps: Deps, trueWhile: Readonly<Record<string, unknown>>): Promise<boolean>;
  /** Handles a newly linked social account. Returns details for the audit log. */
  accountLinked(tx: Tx, deps: Deps, customerId: string): Promise<Record<string, unknown>>;
  /** The feature flag that enables linking. */
  linkFeature: string;
  /** Signs the start URL in an installed app's manifest for the ticket's customer. */
  launchToken(deps: Deps, ticket: string): string;
  /** Hashes of releases that existing data still needs. */
  pinnedReleases(db: Db): Promise<string[]>;
  /** How long records of the platform are kept. Default: `defaultKeptDays`. */
  keptDays?(deps: Deps): KeptDays;
  /** Describes what a release (`then`) allows staff that the current one does not, beyond the platform's own files. Default: nothing. */
  loosened?(now: ReadKind, then: ReadKind): string[];
  /** Default: the product makes no decisions with tables. */
  pastDecisions?: PastDecisions;
  /** Ready-made people of the demo, for /dev. */
  demoPeople(deps: Deps): Promise<Html>;
  /** The same people, for previews of changes. Default: none. */
  previewPeople?(deps: Deps): Promise<readonly (PreviewPerson & StagePerson)[]>;
}
