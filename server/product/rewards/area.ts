import type { Area } from '../../platform/area.ts';
import { keyIdsIn } from '../../platform/crypto/blindIndex.ts';
import { personRewards } from './migration.ts';
import { rewards } from './routes.ts';

export const rewardsArea: Area = {
  name: 'rewards',
  migrations: [personRewards],
  refusals: ['homescreenUnproven'],
  routes: [rewards],
  keyIds: [keyIdsIn('person_rewards', 'digest')],
};
