import { sql } from 'kysely';
import {
  reward,
  type RewardEvent,
  type RewardPolicy,
  type RewardRefusal,
  type RewardState,
  type RewardVoucher,
} from '../../../lending/rewards.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';
import type { Deps } from '../../../platform/deps.ts';
import { fail } from '../../../platform/problem.ts';
import { grantCoupon } from '../../coupons/grant.ts';
import { revokeCoupon } from '../../coupons/hold.ts';
import type { CouponRecord } from '../../coupons/types.ts';
import { lendingOf } from '../../lendingConfig.ts';
import type { EasyReloanRecord } from './table.ts';

export const activationKey = 'easyReloan:activation';
/** Grant key of the voucher for one success. */
export const runKey = (runId: string): string => `easyReloan:run:${runId}`;

/** The amounts in flows/lending/rewards.json; undefined if none are configured. */
export function rewardPolicyOf({ releases }: Pick<Deps, 'releases'>): RewardPolicy | undefined {
  const { rewards, coupons } = lendingOf(releases.active());
  if (!rewards) return undefined;
  const { activation, streak } = rewards.easyReloan;
  const activationCents = coupons.types.find(({ id }) => id === activation.coupon)?.amountCents ?? 0;
  return { activationCents, streakCents: streak.amountsCents };
}

/** All coupons that Easy Re-loan gave a customer, oldest first. */
export const vouchersOf = (db: Db | Tx, customerId: string): Promise<CouponRecord[]> =>
  db
    .selectFrom('coupons')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('grant_key', 'like', 'easyReloan:%')
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** Whether the borrower may turn it off: only until a voucher is used or held (L09). */
export const mayTurnOff = (vouchers: readonly Pick<CouponRecord, 'state'>[]): boolean =>
  !vouchers.some(({ state }) => state === 'used' || state === 'reserved');

/** Maps a coupon to the core's voucher state. A held coupon counts as used, because a repayment is under way with it. */
function voucherState({ state, grant_key: key }: CouponRecord, successes: number): RewardVoucher['state'] {
  if (state === 'used' || state === 'reserved') return 'used';
  if (state === 'revoked' || state === 'expired') return 'revoked';
  if (key !== activationKey) return 'live';
  return successes >= 2 ? 'permanent' : 'provisional';
}

/** The core's reward state, derived from the row and the coupons. */
export const rewardStateOf = (
  { streak, successes, state }: Pick<EasyReloanRecord, 'streak' | 'successes' | 'state'>,
  coupons: readonly CouponRecord[],
): RewardState => ({
  isOn: state !== 'off',
  streak,
  successes,
  vouchers: coupons.map((coupon, index) => ({
    id: index + 1,
    kind: coupon.grant_key === activationKey ? 'activation' : 'streak',
    amountCents: coupon.amount_cents,
    state: voucherState(coupon, successes),
  })),
});

/** An event that changes rewards; `runId` names the success it concerns. */
export interface Rewarded {
  event: Exclude<RewardEvent['type'], 'use'>;
  /** Before the transition. */
  wasOn: boolean;
  runId?: string;
  /** For a success: whether the previous loan was repaid too soon. */
  earnsNothing?: boolean;
}

/**
 * Applies the rewards of an event. The pure core decides; this stores the result. The caller has locked the row.
 *
 * Refuses turning off with `easyReloanVoucherUsed` (E16) after the use of a voucher, and with `repaymentInProgress` while one is held.
 */
export async function applyReward(
  tx: Tx,
  deps: Deps,
  row: EasyReloanRecord,
  { event, wasOn, runId = '', earnsNothing = false }: Rewarded,
): Promise<void> {
  const policy = rewardPolicyOf(deps);
  if (!policy) return;
  const coupons = await vouchersOf(tx, row.customer_id);
  const before = { ...rewardStateOf(row, coupons), isOn: wasOn };
  if (event === 'off' && coupons.some(({ state }) => state === 'reserved')) fail('repaymentInProgress');
  const id = coupons.findIndex(({ grant_key: key }) => key === runKey(runId)) + 1;
  // A loan paid out after turning off was no success, so there is nothing to undo.
  if (event === 'undone' && !(await hasSucceeded(tx, row, runId))) return;
  const after = reward(before, { type: event, earnsNothing, ...(id > 0 && { id }) }, policy);
  if ('refused' in after) return refuse(after.refused);
  await writeDown(tx, deps, row, { before, after, coupons, runId });
}

/** Whether the loan of a run counted as a success when it was paid out, with or without a voucher. */
async function hasSucceeded(tx: Tx, { customer_id: customerId }: EasyReloanRecord, runId: string): Promise<boolean> {
  const counted = await tx
    .selectFrom('easy_reloan_events')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('event', '=', 'succeeded')
    .where(sql<boolean>`detail ->> 'runId' = ${runId}`)
    .executeTakeFirst();
  return counted !== undefined;
}

function refuse(refusal: RewardRefusal): never {
  return fail(refusal === 'VOUCHER_USED' ? 'easyReloanVoucherUsed' : 'conflict', { detail: refusal });
}

async function writeDown(
  tx: Tx,
  deps: Deps,
  { customer_id: customerId }: EasyReloanRecord,
  { before, after, coupons, runId }: { before: RewardState; after: RewardState; coupons: readonly CouponRecord[]; runId: string },
): Promise<void> {
  const { rewards } = lendingOf(deps.releases.active());
  if (!rewards) return;
  for (const [index, { kind, amountCents, state }] of after.vouchers.entries()) {
    const known = coupons[index];
    if (known) {
      if (state === 'revoked' && before.vouchers[index]?.state !== 'revoked') await revokeCoupon(tx, deps, known.id);
      continue;
    }
    const type = rewards.easyReloan[kind].coupon;
    const oncePerPerson = kind === 'activation';
    await grantCoupon(tx, deps, { customerId, type, amountCents, grantKey: oncePerPerson ? activationKey : runKey(runId), oncePerPerson });
  }
  const { streak, successes } = after;
  await tx.updateTable('easy_reloans').set({ streak, successes }).where('customer_id', '=', customerId).execute();
}
