import Type, { type Static } from 'typebox';
import { object } from '../../engine/config/object.ts';
import type { Deps } from '../platform/deps.ts';
import { dayOf } from '../platform/time.ts';
import { daysBetween } from '../lending/index.ts';

/** The `customer` that an activity's `when` reads. */
export const Audience = object(
  {
    isReloan: Type.Boolean({ description: 'Has settled a loan before.' }),
    memberDays: Type.Integer({ description: 'Days since the registration.' }),
    applicationState: Type.String({ description: 'State of the newest application; none where there is none.' }),
    loanState: Type.String({ description: 'State of the newest loan; none where there is none.' }),
    coupons: Type.Integer({ description: 'Coupons that can be used.' }),
  },
  { title: 'Customer' },
);
type AudienceFacts = Static<typeof Audience>;

/** One statement, because every visit requests the number shown on the bell. */
export async function audienceFacts(deps: Pick<Deps, 'db' | 'releases'>, customerId: string, today: string): Promise<AudienceFacts> {
  const row = await deps.db
    .selectFrom('customers')
    .select((eb) => [
      'is_reloan',
      'created_at',
      eb
        .selectFrom('applications')
        .select('state')
        .where('customer_id', '=', customerId)
        .orderBy('submitted_at', 'desc')
        .limit(1)
        .as('application'),
      eb
        .selectFrom('loans')
        .select('state')
        .where('customer_id', '=', customerId)
        .where('state', 'not in', ['disclosed', 'superseded'])
        .orderBy('created_at', 'desc')
        .limit(1)
        .as('loan'),
      eb
        .selectFrom('coupons')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('customer_id', '=', customerId)
        .where('state', '=', 'available')
        .where('expires_day', '>=', today)
        .as('coupons'),
    ])
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow();
  return {
    isReloan: row.is_reloan,
    memberDays: daysBetween(dayOf(deps, row.created_at), today),
    applicationState: row.application ?? 'none',
    loanState: row.loan ?? 'none',
    coupons: row.coupons ?? 0,
  };
}
