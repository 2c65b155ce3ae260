import { vaultOf } from '../../platform/crypto/vault.ts';
import type { Deps } from '../../platform/deps.ts';
import { namesIn } from '../payoutAccount/details.ts';
import { openSnapshot } from './snapshot.ts';
import { latestApplication } from './view.ts';

/** The name parts of the borrower's latest application: first, middle if there is one, last. Undefined before the first application. */
export async function ownName(deps: Pick<Deps, 'db' | 'settings'>, customerId: string): Promise<string[] | undefined> {
  const application = await latestApplication(deps.db, customerId);
  if (!application) return undefined;
  const vault = await vaultOf(deps.settings.keyring).of(deps.db, customerId);
  return namesIn(openSnapshot(vault, application));
}
