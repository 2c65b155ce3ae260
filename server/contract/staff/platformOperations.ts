import { alarmOperations } from './alarms.ts';
import { feedbackOperations } from './feedback.ts';
import { peopleOperations } from './people.ts';

/** Staff operations of every product: people, alarms, feedback. */
export const platformStaffOperations = { ...peopleOperations, ...alarmOperations, ...feedbackOperations };
