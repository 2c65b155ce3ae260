import { alike } from '../../../platform/spokenTexts.ts';
import type { Area } from '../../../platform/area.ts';
import { easyReloanEffects } from './effects.ts';
import { endReloanIn } from './end.ts';
import { easyReloanRun } from './job.ts';
import { easyReloanTick } from './tick.ts';
import { operations } from '../../../contract/operations.ts';
import { viewerOf } from '../../../platform/customer/viewer.ts';
import type { App } from '../../../platform/http/types.ts';
import { command } from '../../../platform/sessions/command.ts';
import { endpoint } from '../../../platform/sessions/endpoint.ts';
import { draftView } from '../consent/draft.ts';
import { agreeToReloan, prepareReloan, quoteReloan, turnReloanOff } from './change.ts';
import { easyReloanView } from './view.ts';

function easyReloan(app: App): void {
  endpoint(app, operations['easyReloan.view'], async ({ session, deps }) =>
    easyReloanView({ ...(await viewerOf(deps, session.customerId)), db: deps.db }),
  );
  endpoint(app, operations['easyReloan.quote'], async ({ input, session, deps }) =>
    quoteReloan(await viewerOf(deps, session.customerId), input),
  );
  command(app, operations['easyReloan.prepare'], ({ viewer, input, once }) => prepareReloan(viewer, input, once));
  endpoint(app, operations['easyReloan.draft'], async ({ session, deps }) =>
    draftView({ ...(await viewerOf(deps, session.customerId)), db: deps.db }, 'easyReloan'),
  );
  command(app, operations['easyReloan.agree'], ({ viewer, input, once }) => agreeToReloan(viewer, input, once));
  command(app, operations['easyReloan.off'], ({ viewer, once }) => turnReloanOff(viewer, once));
}

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
  events: { easyReloan: ['turnedOn', 'changed', 'turnedOff', 'ended', 'succeeded', 'failed', 'undone', 'paused'] },
};
