import { alike } from '../../../platform/spokenTexts.ts';
import type { Area } from '../../../platform/area.ts';
import { cancelBookings } from './book.ts';
import { appointmentEffects } from './effects.ts';
import { appointmentRun, appointmentTick } from './job.ts';
import { appointments } from './routes.ts';

export const appointmentsArea: Area = {
  name: 'appointments',
  refusals: ['dayTaken', 'tooManyAppointments'],
  texts: {
    ...alike('sms.appointment', ['booked', 'soon', 'missed', 'cancelled'], ['amountCents', 'day']),
    ...alike('sms.appointment', ['bookedOpenLoan', 'soonOpenLoan'], ['amountCents', 'day', 'lastDay']),
    ...alike('sms.appointment.waits', ['openLoan', 'withdrawalsPaused'], ['amountCents', 'lastDay']),
  },
  routes: [appointments],
  erase: ({ tx, deps, customerId }) => cancelBookings(tx, deps, 'deletion', customerId),
  jobs: [appointmentRun, appointmentTick],
  effects: { appointment: appointmentEffects },
};
