import type { Area } from '../area.ts';
import { keyIdsIn } from '../crypto/keyIds.ts';

export const customerArea: Area = {
  name: 'customer',
  keyIds: [keyIdsIn('customers', 'phone_digest')],
  erase: async ({ tx, deps, customerId }) => {
    await tx.deleteFrom('promotions').where('customer_id', '=', customerId).execute();
    // The row stays, because records that the law requires refer to it. The number can register again.
    await tx
      .updateTable('customers')
      .set({ phone_digest: `deleted:${customerId}`, phone_sealed: Buffer.alloc(0), deleted_at: deps.clock.now() })
      .where('id', '=', customerId)
      .where('deleted_at', 'is', null)
      .execute();
  },
};
