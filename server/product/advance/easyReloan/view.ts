import type { EasyReloanView, WaitingReason } from '../../../contract/advance.ts';
import { lastMonthly, nextMonthly } from '../../../lending/advance.ts';
import type { RewardState } from '../../../lending/rewards.ts';
import { fail } from '../../../platform/problem.ts';
import { dayOf, todayOf } from '../../../platform/time.ts';
import { advanceOffer } from '../consent/offer.ts';
import type { CouponRecord } from '../../coupons/types.ts';
import { couponView } from '../../coupons/view.ts';
import { couponReward } from '../../coupons/grant.ts';
import { lendingOf } from '../../lendingConfig.ts';
import { wasGiven } from '../../oncePerPerson/marks.ts';
import type { Reader } from '../../../platform/customer/viewer.ts';
import { activationKey, mayTurnOff, rewardPolicyOf, rewardStateOf, runKey, vouchersOf } from './rewards.ts';
import { hasLoanToFollow } from './runs.ts';
import type { EasyReloanRecord } from './table.ts';
import { turnOffUntil } from './turnOffUntil.ts';

type Reason = EasyReloanView['pausedReason'] & string;
const maxRuns = 12;

/** Easy Re-loan as its borrower sees it: the plan, the rewards, past runs, and the plans on offer. */
export async function easyReloanView(reader: Reader): Promise<EasyReloanView> {
  const { db, deps, customerId } = reader;
  const policy = lendingOf(deps.releases.active()).easyReloan ?? fail('featureOff');
  const row = await db.selectFrom('easy_reloans').selectAll().where('customer_id', '=', customerId).executeTakeFirst();
  const vouchers = await vouchersOf(db, customerId);
  const { scheduled, automatic } = policy;
  const days = Array.from({ length: scheduled.lastDay - scheduled.firstDay + 1 }, (_, index) => scheduled.firstDay + index);
  const agreed = row ? await agreedView(reader, row) : {};
  const isFree = row !== undefined && row.state !== 'off' && mayTurnOff(vouchers);
  return {
    state: (row?.state ?? 'off') as EasyReloanView['state'],
    ...agreed,
    ...(isFree && row.state === 'on' ? offUntil(deps, agreed) : {}),
    mayTurnOff: isFree,
    needsFirstLoan: row?.state === 'on' && row.mode === 'automatic' && !(await hasLoanToFollow(db, customerId)),
    offer: await advanceOffer(reader),
    modes: { scheduled: scheduled.offered, automatic: automatic.offered },
    daysOfMonth: days,
    rewards: await rewardsView(reader, row, vouchers),
    runs: await runsView(reader, vouchers),
  };
}

/** For the scheduled loan, otherwise for the next day. */
function offUntil(deps: Reader['deps'], { nextAt, nextDay }: Partial<EasyReloanView>): Pick<EasyReloanView, 'turnOffUntil'> {
  const next = nextAt === undefined ? nextDay : new Date(nextAt);
  const until = next === undefined ? undefined : turnOffUntil(deps, next);
  return until ? { turnOffUntil: until.toISOString() } : {};
}

async function agreedView(reader: Reader, row: EasyReloanRecord): Promise<Partial<EasyReloanView>> {
  const { db, deps, customerId } = reader;
  if (row.consent_id === null || row.mode === null) return {};
  const consent = await db.selectFrom('standing_consents').selectAll().where('id', '=', row.consent_id).executeTakeFirstOrThrow();
  const waiting = await db
    .selectFrom('easy_reloan_runs')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('state', '=', 'waiting')
    .orderBy('due_at', 'desc')
    .executeTakeFirst();
  const today = todayOf(deps);
  return {
    mode: row.mode,
    ...(row.day_of_month === null
      ? {}
      : { dayOfMonth: row.day_of_month, nextDay: (await isStillToday(reader, row, today)) ? today : nextMonthly(row.day_of_month, today) }),
    ...(waiting ? { nextAt: waiting.due_at.toISOString() } : {}),
    ...(waiting?.reason ? { waitsFor: waiting.reason as WaitingReason } : {}),
    productId: consent.product_id,
    amountCents: consent.principal_cents,
    termDays: consent.term_days,
    receivedCents: consent.disclosure.receivedCents,
    totalDueCents: consent.disclosure.totalDueCents,
    ...(row.since ? { since: row.since.toISOString() } : {}),
    ...(row.reason === null ? {} : { pausedReason: row.reason as Reason }),
  };
}

/** Whether the chosen day is today and its loan is not scheduled yet. */
async function isStillToday(
  { deps, db }: Reader,
  { customer_id: customerId, day_of_month: dayOfMonth, since }: EasyReloanRecord,
  today: string,
): Promise<boolean> {
  if (dayOfMonth === null || since === null || dayOf(deps, since) >= today || lastMonthly(dayOfMonth, today) !== today) return false;
  const scheduled = await db
    .selectFrom('easy_reloan_runs')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('cause', '=', `day:${today}`)
    .executeTakeFirst();
  return scheduled === undefined;
}

async function rewardsView(
  { db, deps, customerId }: Reader,
  row: EasyReloanRecord | undefined,
  vouchers: readonly CouponRecord[],
): Promise<EasyReloanView['rewards']> {
  const { activationCents, streakCents } = rewardPolicyOf(deps) ?? { activationCents: 0, streakCents: [] };
  const state = rewardStateOf(row ?? { state: 'off', streak: 0, successes: 0 }, vouchers);
  const today = todayOf(deps);
  const activation = activationOf(state);
  const hadBefore = activation === 'none' && (await wasGiven(db, deps, customerId, couponReward(activationKey)));
  return {
    activationCents: hadBefore ? 0 : activationCents,
    activation,
    streak: state.streak,
    successes: state.successes,
    ladder: streakCents.map((amountCents, index) => ({
      step: index + 1,
      amountCents,
      state: rungState(index, state.streak, streakCents.length),
    })),
    vouchers: vouchers.map((voucher) => couponView(voucher, today)).toReversed(),
  };
}

function activationOf({ vouchers }: RewardState): EasyReloanView['rewards']['activation'] {
  const state = vouchers.find(({ kind }) => kind === 'activation')?.state;
  return state === undefined || state === 'live' ? 'none' : state;
}

/** The last rung repeats, so once it is reached it is also the next one. */
function rungState(index: number, streak: number, rungs: number): EasyReloanView['rewards']['ladder'][number]['state'] {
  const next = Math.min(streak, rungs - 1);
  return index < next ? 'earned' : index === next ? 'next' : 'later';
}

async function runsView({ db, customerId }: Reader, vouchers: readonly CouponRecord[]): Promise<EasyReloanView['runs']> {
  const rows = await db
    .selectFrom('easy_reloan_runs')
    .innerJoin('standing_consents', 'standing_consents.id', 'easy_reloan_runs.consent_id')
    .selectAll('easy_reloan_runs')
    .select('principal_cents')
    .where('easy_reloan_runs.customer_id', '=', customerId)
    .orderBy('due_at', 'desc')
    .limit(maxRuns)
    .execute();
  return rows.map((run) => {
    const reward = vouchers.find(({ grant_key: key }) => key === runKey(run.id));
    return {
      id: run.id,
      at: run.due_at.toISOString(),
      state: run.state,
      amountCents: run.principal_cents,
      ...(reward && reward.state !== 'revoked' ? { rewardCents: reward.amount_cents } : {}),
      ...(run.reason === null ? {} : { reason: run.reason as Reason }),
      ...(run.loan_id === null ? {} : { loanId: run.loan_id }),
    };
  });
}
