import type { Area } from '../area.ts';
import { feedback } from './routes.ts';

export const feedbackArea: Area = {
  name: 'feedback',
  routes: [feedback],
  erase: async ({ tx, customerId }) => void (await tx.deleteFrom('feedback').where('customer_id', '=', customerId).execute()),
};
