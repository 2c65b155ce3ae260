import { applicationOperations } from '../applicationOperations.ts';
import { staffOperations } from './operations.ts';
import { staffSession } from './people.ts';

/** Every operation that desk screens may name: the staff API, and what the browser runtime calls. */
export const deskOperations = { ...applicationOperations('desk'), ...staffSession, ...staffOperations };
