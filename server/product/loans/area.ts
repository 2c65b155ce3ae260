import { alike } from '../../platform/spokenTexts.ts';
import type { Area } from '../../platform/area.ts';
import { couponEffects } from './effects/coupons.ts';
import { noticeEffects } from './effects/notices.ts';
import { payoutEffects } from './effects/payout.ts';
import { settlementEffects } from './effects/settlement.ts';
import { payoutHandler } from './payout/job.ts';
import { payoutSweep } from './payout/sweep.ts';
import { earlierMigrations } from '../migrations/index.ts';
import { operations } from '../../contract/operations.ts';
import type { App } from '../../platform/http/types.ts';
import { endpoint } from '../../platform/sessions/endpoint.ts';
import { viewerOf } from '../../platform/customer/viewer.ts';
import { currentLoan, getLoan, listLoans } from './read.ts';

function loans(app: App): void {
  endpoint(app, operations['loans.current'], async ({ session, deps }) => currentLoan(await viewerOf(deps, session.customerId)));
  endpoint(app, operations['loans.list'], async ({ session, deps }) => listLoans(await viewerOf(deps, session.customerId)));
  endpoint(app, operations['loans.get'], async ({ input, session, deps }) =>
    getLoan(await viewerOf(deps, session.customerId), input.loanId),
  );
}

export const loansArea: Area = {
  name: 'loans',
  migrations: earlierMigrations,
  refusals: ['openLoan'],
  texts: {
    ...alike('sms.loan', ['payoutFailed', 'payoutLate', 'cancelled', 'writtenOff'], ['order']),
    ...alike('sms.loan', ['waived'], ['order', 'amountCents', 'leftCents']),
    ...alike('sms.loan', ['paidOut', 'paidOutShop'], ['order', 'amountCents', 'day', 'dueCents']),
  },
  routes: [loans],
  jobs: [payoutHandler, payoutSweep],
  events: {
    loan: [
      'signed',
      'superseded',
      'payoutStarted',
      'payoutPaid',
      'payoutRetried',
      'payoutGivenUp',
      'accountRefilled',
      'settled',
      'cancelled',
      'writtenOff',
    ],
  },
  effects: { loan: [...couponEffects, ...payoutEffects, ...settlementEffects, ...noticeEffects] },
};
