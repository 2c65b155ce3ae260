import { alike } from '../../../platform/spokenTexts.ts';
import type { Area } from '../../../platform/area.ts';
import { easyReloanEffects } from './effects.ts';
import { endReloanIn } from './end.ts';
import { easyReloanRun } from './job.ts';
import { easyReloan } from './routes.ts';
import { easyReloanTick } from './tick.ts';

export const easyReloanArea: Area = {
  name: 'easyReloan',
  refusals: ['easyReloanVoucherUsed'],
  texts: {
    ...alike('sms.easyReloan', ['on', 'onFirst', 'onFixed', 'changed', 'off', 'reward', 'failed', 'paused'], ['amountCents']),
    'sms.easyReloan.soon': ['amountCents', 'day', 'at'],
    'sms.easyReloan.soonFixed': ['amountCents', 'day'],
    ...alike('sms.easyReloan', ['next', 'nextFixed'], ['amountCents', 'at']),
  },
  routes: [easyReloan],
  erase: async ({ tx, deps, customerId }) => void (await endReloanIn(tx, deps, 'deletion', customerId)),
  jobs: [easyReloanRun, easyReloanTick],
  effects: { easyReloan: easyReloanEffects },
};
