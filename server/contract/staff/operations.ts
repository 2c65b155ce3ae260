import { applicationOperations } from './applications.ts';
import { loanOperations } from './loans.ts';
import { peopleOperations } from './people.ts';
import { supportOperations } from './support.ts';

/** The API of staff. Everything but `staff.login` wants `authorization: Bearer <token>`. */
export const staffOperations = { ...peopleOperations, ...applicationOperations, ...loanOperations, ...supportOperations };

export type StaffOperations = typeof staffOperations;
