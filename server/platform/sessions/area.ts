import type { Area } from '../area.ts';

export const sessionsArea: Area = {
  name: 'sessions',
  refusals: ['freshCodeRequired', 'guestEnded', 'unauthenticated'],
  erase: async ({ tx, deps, customerId }) => {
    const ended = { ended_at: deps.clock.now() };
    await tx.updateTable('sessions').set(ended).where('customer_id', '=', customerId).where('ended_at', 'is', null).execute();
  },
};
