import type { CustomerFacts } from '../contract/schemas.ts';
import type { StoredCustomer } from './customer/customers.ts';
import type { Db, Tx } from './db/database.ts';
import type { Deps } from './deps.ts';
import type { FlowHooks } from './flows/hooks.ts';
import type { Html } from './http/html.ts';
import type { ProviderListeners } from './webhooks/listeners.ts';

/** What the platform asks of the product that runs on it. */
export interface Product {
  flowHooks: FlowHooks;
  /** Who acts when a provider reports a transfer. */
  providerListeners: ProviderListeners;
  /** What the product knows of a customer by its own columns; expressions read it in `session`, in the browser as well. */
  customerFacts(customer: StoredCustomer): CustomerFacts;
  /** A customer's own name in the order in which it is read; undefined while it is unknown. */
  nameOf(deps: Deps, customerId: string): Promise<string[] | undefined>;
  /** What `when` of an activity in the message centre reads as `customer`. */
  audienceFacts(deps: Deps, customerId: string, today: string): Promise<Record<string, unknown>>;
  /** Whether a message may still leave, by what its sender gave as `trueWhile` (notifications/notify.ts). */
  isStillTrue(deps: Deps, trueWhile: Readonly<Record<string, unknown>>): Promise<boolean>;
  /** Acts on a newly linked social account. Returns what the audit log notes about it. */
  accountLinked(tx: Tx, deps: Deps, customerId: string): Promise<Record<string, unknown>>;
  /** The feature of the configuration that offers to link a social account. */
  linkFeature: string;
  /** Signs the start address of an installed app's manifest, for the customer that the ticket names. */
  launchToken(deps: Deps, ticket: string): string;
  /** Hashes of releases that running business still needs. */
  pinnedReleases(db: Db): Promise<string[]>;
  /** People of a demo to log in as, for the page /dev. */
  demoPeople(deps: Deps): Promise<Html>;
}
