import { judge } from '../../../engine/form/context.ts';
import { conditionOf } from '../../../engine/flow/load.ts';
import { isCalendarDay } from '../../lending/coupons.ts';
import type { CouponGrantRule } from '../../lending/kinds/coupons.ts';
import { brokenExpression } from '../../platform/alarms/brokenExpression.ts';
import { viewerOf } from '../../platform/customer/viewer.ts';
import type { Deps } from '../../platform/deps.ts';
import type { JobHandler } from '../../platform/jobs/types.ts';
import { todayOf } from '../../platform/time.ts';
import { borrowerFacts } from '../borrowerFacts.ts';
import { lendingOf } from '../lendingConfig.ts';
import { grantCoupon, onceKey } from '../coupons/grant.ts';

const pageCustomers = 200;
const grantKind = 'coupons.grantByCalendar';

interface Page {
  /** Index of the grant in flows/lending/coupons.json. Its coupon is kept too, because another release may have another grant there. */
  index: number;
  coupon: string;
  day: string;
  /** The last customer of the previous page. */
  after: string;
}

const keyOf = ({ index, coupon, day, after }: Page): string => [grantKind, index, coupon, day, after].join(':');

/** Each hour, starts the grants that are due today. Each starts once a day, however often the tick runs. */
export const calendarTick: JobHandler = {
  kind: 'coupons.calendar',
  everySeconds: 3600,
  maxAttempts: 3,
  run: async (deps) => {
    const today = todayOf(deps);
    const { grants } = lendingOf(deps.releases.active()).coupons;
    const due = [...grants.entries()].filter(([, { on, day }]) => on === 'calendar' && day !== undefined && isCalendarDay(day, today));
    if (due.length === 0) return;
    await deps.db.transaction().execute(async (tx) => {
      for (const [index, grant] of due) {
        const page = { index, coupon: grant.coupon, day: today, after: '' };
        await deps.jobs.enqueue(tx, grantKind, page, { key: keyOf(page) });
      }
    });
  },
};

/**
 * Grants a coupon to one page of the customers for whom its condition holds, and enqueues the next page. Each customer gets at most one a
 * day.
 */
export const grantByCalendar: JobHandler = {
  kind: grantKind,
  run: async (deps, page: { index: number; coupon: string; day: string; after: string }) => {
    const { grants } = lendingOf(deps.releases.active()).coupons;
    const grant = grants[page.index];
    if (grant?.coupon !== page.coupon || grant.day === undefined || !isCalendarDay(grant.day, page.day)) return;
    const customers = await deps.db
      .selectFrom('customers')
      .select('id')
      .where('deleted_at', 'is', null)
      .where('id', '>', page.after)
      .orderBy('id')
      .limit(pageCustomers)
      .execute();
    for (const { id } of customers) if (await isMeant(deps, grant, id)) await grantTo(deps, grant, page.day, id);
    const last = customers.at(-1);
    if (!last || customers.length < pageCustomers) return;
    const next = { ...page, after: last.id };
    await deps.db.transaction().execute((tx) => deps.jobs.enqueue(tx, grantKind, next, { key: keyOf(next) }));
  },
};

async function isMeant(deps: Deps, { when, coupon }: CouponGrantRule, customerId: string): Promise<boolean> {
  if (when === undefined) return true;
  const release = deps.releases.active();
  const { constants, features } = release.manifest.settings;
  const reader = { ...(await viewerOf(deps, customerId)), db: deps.db };
  const customer = await borrowerFacts(reader, lendingOf(release).limits.maximumCents);
  const condition = conditionOf(when, await release.expressionsOf('coupons', 'coupons'));
  return judge(condition, { customer, today: todayOf(deps), constants, features }, `coupon ${coupon}`, brokenExpression(deps)) === 'yes';
}

/** The account may have been deleted since. */
async function grantTo(deps: Deps, grant: CouponGrantRule, day: string, customerId: string): Promise<void> {
  const key = onceKey(grant);
  await deps.db.transaction().execute(async (tx) => {
    const customer = await tx.selectFrom('customers').select('deleted_at').where('id', '=', customerId).forUpdate().executeTakeFirst();
    if (!customer || customer.deleted_at) return;
    const { coupon: type, once } = grant;
    await grantCoupon(tx, deps, { customerId, type, grantKey: once ? key : `${key}:${day}`, oncePerPerson: once });
  });
}
