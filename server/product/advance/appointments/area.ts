import type { Area } from '../../../platform/area.ts';
import { appointmentEffects } from './effects.ts';
import { appointmentRun, appointmentTick } from './job.ts';
import { appointments } from './routes.ts';

export const appointmentsArea: Area = {
  name: 'appointments',
  routes: [appointments],
  jobs: [appointmentRun, appointmentTick],
  effects: { appointment: appointmentEffects },
};
