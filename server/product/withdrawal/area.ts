import type { Area } from '../../platform/area.ts';
import { withdrawal } from './routes.ts';

export const withdrawalArea: Area = {
  name: 'withdrawal',
  refusals: ['disclosureChanged', 'notAccepted', 'overLimit', 'withdrawalsPaused'],
  routes: [withdrawal],
};
