import type { Area } from '../../platform/area.ts';
import { rewards } from './routes.ts';

export const rewardsArea: Area = { name: 'rewards', routes: [rewards] };
