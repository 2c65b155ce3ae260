import type { Coupon } from '../../../server/contract/coupons.ts';
import type { ApiBorrower } from '../../../tests/e2e/support/api.ts';
import { loanOf, order, reached, travel, withdraw } from '../../../tests/e2e/support/money.ts';
import { applicant, mustBeOk } from '../borrowers.ts';
import type { Place } from '../newcomer.ts';
import { cancelLoan } from './loan.ts';
import type { Way, Ways } from './life.ts';

type Act = (place: Place, borrower: ApiBorrower, coupon: Coupon) => Promise<unknown>;

/** A borrower's coupons, including past ones. */
const couponsOf = async (borrower: ApiBorrower): Promise<Coupon[]> =>
  Object.values((await (await mustBeOk(borrower.get('/api/coupons'))).json()) as Record<string, Coupon[]>).flat();

/** A borrower is accepted and receives a coupon, then the act happens. The result is read from their coupons. */
const way =
  (...acts: Act[]): Way =>
  async (place) => {
    const borrower = await applicant(place);
    const [coupon] = await couponsOf(borrower);
    if (!coupon) throw new Error('acceptance grants no coupon');
    for (const act of acts) await act(place, borrower, coupon);
    const now = (await couponsOf(borrower)).find(({ id }) => id === coupon.id);
    return now ? { state: now.state } : {};
  };

const withdrawn =
  (state: 'active' | 'identityRefill' | 'disbursing', fault?: string): Act =>
  async ({ server }, borrower, { id: couponId }) => {
    if (fault !== undefined) await order(server, 'payout', fault);
    await withdraw(borrower, { couponId });
    if (state !== 'disbursing') await reached(server, borrower, state);
  };

const cancel: Act = async (place, borrower) => cancelLoan(place, (await loanOf(borrower)).id ?? '');

const daysUntilOver = 31;

export const couponWays: Ways = {
  'available reserved': way(withdrawn('disbursing', 'neverSettles')),
  'available expired': way(async ({ server, movesDay }) => {
    movesDay();
    await travel(server, daysUntilOver);
  }),
  'available revoked': 'A coupon is revoked with the promise that earned it, three loans later. tests/server/easyReloan cover this.',
  'reserved used': way(withdrawn('active')),
  'reserved released': way(withdrawn('identityRefill', 'identityPhotoFails')),
  'used restored': way(withdrawn('active'), cancel),
};
