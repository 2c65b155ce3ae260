import type { CollectionPort } from '../collection.ts';
import type { PayoutPort } from '../payout.ts';
import type { CollectionSandbox } from './collectionSandbox.ts';
import type { PayoutSandbox } from './payoutSandbox.ts';

/** The sandbox behind a port, if it is one. */
export function sandboxOf(port: PayoutPort | CollectionPort): PayoutSandbox['provider'] | CollectionSandbox['provider'] | undefined {
  return 'provider' in port ? (port as PayoutSandbox | CollectionSandbox).provider : undefined;
}
