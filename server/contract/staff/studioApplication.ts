import { applicationOperations } from '../applicationOperations.ts';
import { staffSession } from './people.ts';
import { platformStaffOperations } from './platformOperations.ts';
import { studioTermOperations } from './studioTerms.ts';

/** Every operation that screens of the studio may name. */
export const studioApplicationOperations = {
  ...applicationOperations('studio'),
  ...staffSession,
  ...platformStaffOperations,
  ...studioTermOperations,
};
