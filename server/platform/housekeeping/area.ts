import type { Area } from '../area.ts';
import { sweep } from './sweep.ts';

/** Removes what the platform need not keep, for every product. */
export const housekeepingArea: Area = { name: 'housekeeping', jobs: [sweep] };
