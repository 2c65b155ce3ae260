import { alarmOperations } from './alarms.ts';
import { applicationOperations } from './applications.ts';
import { cancellationOperations } from './cancellations.ts';
import { customerOperations } from './customers.ts';
import { heldOperations } from './held.ts';
import { loanOperations } from './loans.ts';
import { peopleOperations } from './people.ts';
import { refundOperations } from './refunds.ts';
import { supportOperations } from './support.ts';

/** The API of staff. Everything but `staff.login` wants `authorization: Bearer <token>`. */
export const staffOperations = {
  ...peopleOperations,
  ...alarmOperations,
  ...applicationOperations,
  ...loanOperations,
  ...cancellationOperations,
  ...heldOperations,
  ...refundOperations,
  ...customerOperations,
  ...supportOperations,
};

export type StaffOperations = typeof staffOperations;
