import type { Area } from '../area.ts';
import { auth } from './routes.ts';

export const authArea: Area = {
  name: 'auth',
  routes: [auth],
  erase: async ({ tx, deps, customerId }) => {
    const ended = { ended_at: deps.clock.now() };
    await tx.updateTable('sessions').set(ended).where('customer_id', '=', customerId).where('ended_at', 'is', null).execute();
    await tx.deleteFrom('customer_devices').where('customer_id', '=', customerId).execute();
  },
};
