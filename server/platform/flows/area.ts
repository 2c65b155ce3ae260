import type { Area } from '../area.ts';
import { vaultOf } from '../crypto/vault.ts';
import type { Invariant } from '../invariants.ts';
import { readRecord } from './record.ts';
import { flowRoutes } from './routes.ts';

/** The last acknowledged draft is readable. */
const draftsAreReadable: Invariant = async ({ db, settings }) => {
  const found: string[] = [];
  for (const { customer_id: customer, flow } of await db.selectFrom('flow_states').select(['customer_id', 'flow']).execute()) {
    try {
      await readRecord(db, await vaultOf(settings.keyring).of(db, customer), customer, flow);
    } catch {
      found.push(`customer ${customer}: the draft of ${flow} cannot be decrypted`);
    }
  }
  return found;
};

export const flowsArea: Area = {
  name: 'flows',
  refusals: ['alreadySent', 'codeTooOld', 'invalidAnswers', 'outOfOrder'],
  routes: [flowRoutes],
  invariants: { draftsAreReadable },
  erase: async ({ tx, customerId }) => void (await tx.deleteFrom('flow_states').where('customer_id', '=', customerId).execute()),
};
