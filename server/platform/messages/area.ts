import type { Area } from '../area.ts';
import { messages } from './routes.ts';

export const messagesArea: Area = {
  name: 'messages',
  routes: [messages],
  erase: async ({ tx, customerId }) => {
    for (const table of ['messages', 'activity_reads'] as const) await tx.deleteFrom(table).where('customer_id', '=', customerId).execute();
  },
};
