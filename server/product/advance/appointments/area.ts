import type { Area } from '../../../platform/area.ts';
import { cancelBookings } from './book.ts';
import { appointmentEffects } from './effects.ts';
import { appointmentRun, appointmentTick } from './job.ts';
import { appointments } from './routes.ts';

export const appointmentsArea: Area = {
  name: 'appointments',
  routes: [appointments],
  erase: ({ tx, deps, customerId }) => cancelBookings(tx, deps, 'deletion', customerId),
  jobs: [appointmentRun, appointmentTick],
  effects: { appointment: appointmentEffects },
};
