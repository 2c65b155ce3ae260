import type { Area } from '../../../platform/area.ts';
import { easyReloanEffects } from './effects.ts';
import { endReloanIn } from './end.ts';
import { easyReloanRun } from './job.ts';
import { easyReloan } from './routes.ts';
import { easyReloanTick } from './tick.ts';

export const easyReloanArea: Area = {
  name: 'easyReloan',
  routes: [easyReloan],
  erase: async ({ tx, deps, customerId }) => void (await endReloanIn(tx, deps, 'deletion', customerId)),
  jobs: [easyReloanRun, easyReloanTick],
  effects: { easyReloan: easyReloanEffects },
};
