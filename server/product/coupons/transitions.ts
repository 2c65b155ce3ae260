import type { Updateable } from 'kysely';
import type { Coupon } from '../../contract/coupons.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { applyEvent } from '../../platform/lifeCycles/applyEvent.ts';
import type { CouponRow } from './table.ts';
import type { CouponRecord } from './types.ts';

/** An event of a coupon. `operation` is the operation that the coupon is held for or spent on, e.g. `loan:<id>`. */
export interface CouponEvent {
  name: 'reserved' | 'released' | 'used' | 'restored' | 'revoked' | 'expired';
  operation?: string;
}

/**
 * Applies an event to a coupon (see `applyEvent`), under the active release, because the row already contains the terms of its grant.
 *
 * @returns the coupon afterwards
 */
export const applyCouponEvent = (tx: Tx, deps: Deps, { id, state }: CouponRecord, event: CouponEvent): Promise<CouponRecord> =>
  applyEvent(tx, deps, {
    release: deps.releases.active(),
    lifeCycleId: 'coupon',
    table: 'coupons',
    key: { id },
    from: state,
    event: { ...event },
    actor: 'system',
    set: (to, now) => ({ ...columnsOf(to.state as Coupon['state'], event.operation ?? null, now), updated_at: now }),
    history: { table: 'coupon_events', columns: { coupon_id: id, operation: event.operation ?? null } },
  });

/** Columns that follow from a state. The database checks that they agree with it. */
const columnsOf = (state: Coupon['state'], operation: string | null, now: Date): Updateable<CouponRow> => ({
  reserved_by: state === 'reserved' ? operation : null,
  used_by: state === 'used' ? operation : null,
  used_at: state === 'used' ? now : null,
  revoked_at: state === 'revoked' ? now : null,
});
