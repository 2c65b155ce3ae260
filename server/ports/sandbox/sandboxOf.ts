import type { CollectionPort } from '../collection.ts';
import type { PayoutPort } from '../payout.ts';
import type { CollectionSandbox } from './collectionSandbox.ts';
import type { PayoutSandbox } from './payoutSandbox.ts';

/** Returns the sandbox behind a port; undefined for a real provider. */
export function sandboxOf(port: PayoutPort | CollectionPort): PayoutSandbox['provider'] | CollectionSandbox['provider'] | undefined {
  return 'provider' in port ? (port as PayoutSandbox | CollectionSandbox).provider : undefined;
}
