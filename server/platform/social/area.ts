import type { Area } from '../area.ts';
import { social } from './routes.ts';

export const socialArea: Area = {
  name: 'social',
  routes: [social],
  erase: async ({ tx, customerId }) => {
    for (const table of ['social_attempts', 'social_links'] as const)
      await tx.deleteFrom(table).where('customer_id', '=', customerId).execute();
  },
};
