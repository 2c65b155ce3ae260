import type { Updateable } from 'kysely';
import type { Coupon } from '../../contract/coupons.ts';
import type { Tx } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { fail } from '../../http/problem.ts';
import { stepOf } from '../lifeCycles.ts';
import type { CouponRow } from './table.ts';
import type { CouponRecord } from './types.ts';

const lifeCycleId = 'coupon';

/** Something that happens to a coupon; `operation` names what it is held for or spent on, e.g. `loan:<id>`. */
export interface CouponEvent {
  name: 'reserved' | 'released' | 'used' | 'restored' | 'revoked' | 'expired';
  operation?: string;
}

/**
 * The one place where a coupon changes its state: asks the life cycle, writes the row and the event, in the caller's
 * transaction. Refuses with `conflict` what the life cycle does not take or what another request changed meanwhile. The row
 * carries the terms it was granted on, so the life cycle is that of the active release.
 *
 * @returns the coupon afterwards
 */
export async function applyCouponEvent(tx: Tx, deps: Deps, coupon: CouponRecord, event: CouponEvent): Promise<CouponRecord> {
  const { name, operation } = event;
  const { to } = await stepOf(deps.releases.active(), lifeCycleId, coupon.state, { ...event, name });
  const now = deps.clock.now();
  const updated = await tx
    .updateTable('coupons')
    .set({ ...columnsOf(to as Coupon['state'], operation ?? null, now), updated_at: now })
    .where('id', '=', coupon.id)
    .where('state', '=', coupon.state)
    .returningAll()
    .executeTakeFirst();
  if (!updated) fail('conflict');
  const row = { coupon_id: coupon.id, event: name, from_state: coupon.state, to_state: to, operation: operation ?? null };
  await tx
    .insertInto('coupon_events')
    .values({ ...row, at: now })
    .execute();
  return updated;
}

/** What a state says of the row; the database checks that the columns agree with it. */
const columnsOf = (state: Coupon['state'], operation: string | null, now: Date): Updateable<CouponRow> => ({
  state,
  reserved_by: state === 'reserved' ? operation : null,
  used_by: state === 'used' ? operation : null,
  used_at: state === 'used' ? now : null,
  revoked_at: state === 'revoked' ? now : null,
});
