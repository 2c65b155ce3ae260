import type { Area } from '../area.ts';
import { keyIdsIn } from '../crypto/keyIds.ts';
import { social } from './routes.ts';

export const socialArea: Area = {
  name: 'social',
  routes: [social],
  keyIds: [keyIdsIn('social_links', 'account_digest')],
  erase: async ({ tx, customerId }) => {
    for (const table of ['social_attempts', 'social_links'] as const)
      await tx.deleteFrom(table).where('customer_id', '=', customerId).execute();
  },
};
