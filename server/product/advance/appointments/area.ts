import type { Area } from '../../../platform/area.ts';
import { appointmentEffectDefinitions } from './effects.ts';
import { appointmentRun, appointmentTick } from './job.ts';
import { appointments } from './routes.ts';

export const appointmentsArea: Area = {
  name: 'appointments',
  routes: [appointments],
  jobs: [appointmentRun, appointmentTick],
  effects: appointmentEffectDefinitions,
};
