import type { Area } from '../../platform/area.ts';
import { account } from './routes.ts';

export const accountArea: Area = { name: 'account', routes: [account] };
