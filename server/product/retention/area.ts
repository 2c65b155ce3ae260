import type { Area } from '../../platform/area.ts';
import { destroyExpiredAccounts } from './deletion.ts';
import { retention } from './routes.ts';
import { sweep } from './sweep.ts';

export const retentionArea: Area = { name: 'retention', routes: [retention], jobs: [destroyExpiredAccounts, sweep] };
