import type { Area } from '../../platform/area.ts';
import { withdrawal } from './routes.ts';

export const withdrawalArea: Area = { name: 'withdrawal', routes: [withdrawal] };
