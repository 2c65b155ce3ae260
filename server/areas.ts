import { withPlatform } from './platform/areas.ts';
import { applicationArea } from './product/application/area.ts';
import { submittedNumbersArea } from './product/submittedNumbers/area.ts';
import { payoutAccountArea } from './product/payoutAccount/area.ts';
import { resumePayout, waitingLoan } from './product/loans/refill.ts';
import { withdrawalArea } from './product/withdrawal/area.ts';
import { loansArea } from './product/loans/area.ts';
import { ledgerArea } from './product/ledger/area.ts';
import { agreementsArea } from './product/agreements/area.ts';
import { repaymentsArea } from './product/repayments/area.ts';
import { couponsArea } from './product/coupons/area.ts';
import { advanceArea } from './product/advance/area.ts';
import { easyReloanArea } from './product/advance/easyReloan/area.ts';
import { appointmentsArea } from './product/advance/appointments/area.ts';
import { rewardsArea } from './product/rewards/area.ts';
import { remindersArea } from './product/reminders/area.ts';
import { retentionArea } from './product/retention/area.ts';
import { termsArea } from './product/terms/area.ts';
import { figuresArea } from './product/figures/area.ts';
import { disputesArea } from './product/disputes/area.ts';
import { deskArea } from './product/desk/area.ts';
import { demoArea } from './product/demo/area.ts';

/** All areas of the cash loan's server. */
export const areas = withPlatform([
  applicationArea({ find: waitingLoan, resume: resumePayout }),
  submittedNumbersArea,
  payoutAccountArea,
  loansArea,
  withdrawalArea,
  ledgerArea,
  agreementsArea,
  repaymentsArea,
  couponsArea,
  easyReloanArea,
  advanceArea,
  appointmentsArea,
  rewardsArea,
  remindersArea,
  retentionArea,
  disputesArea,
  deskArea,
  figuresArea,
  termsArea,
  demoArea,
]);
