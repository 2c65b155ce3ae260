import type { Area } from '../area.ts';
import { auth } from './routes.ts';

export const authArea: Area = {
  name: 'auth',
  routes: [auth],
  erase: async ({ tx, customerId }) => void (await tx.deleteFrom('customer_devices').where('customer_id', '=', customerId).execute()),
};
