import type { Area } from '../../../platform/area.ts';
import { easyReloanEffects } from './effects.ts';
import { easyReloanRun } from './job.ts';
import { easyReloan } from './routes.ts';
import { easyReloanTick } from './tick.ts';

export const easyReloanArea: Area = {
  name: 'easyReloan',
  routes: [easyReloan],
  jobs: [easyReloanRun, easyReloanTick],
  effects: { easyReloan: easyReloanEffects },
};
