import Type, { type Static } from 'typebox';
import { object } from '../../engine/config/object.ts';
import { daysBetween } from '../lending/index.ts';
import type { Reader } from '../platform/customer/viewer.ts';
import { answerOf } from '../platform/flows/hooks.ts';
import { dayOf, todayOf } from '../platform/time.ts';
import { named } from './application/named.ts';
import { provinces, type Place } from './application/places.ts';
import { openSnapshot } from './application/snapshot.ts';
import { latestApplication } from './application/view.ts';
import { limitOf } from './limits/limits.ts';

/** Province of a customer who has not applied. */
const nowhere = 'none';

/** The `customer` that the conditions of products and coupons read. */
export const Borrower = object(
  {
    isReloan: Type.Boolean({ description: 'Has settled a loan before.' }),
    settledLoans: Type.Integer({ description: 'Loans repaid in full.' }),
    memberDays: Type.Integer({ description: 'Days since the registration.' }),
    limitCents: Type.Integer({ description: 'Limit with its boosts, in centavos, whatever of it is in use.' }),
    province: Type.Enum([nowhere, ...provinces().map(({ name }) => name)], {
      description: `Name of the province in the newest application; ${nowhere} where there is none.`,
    }),
  },
  { title: 'Borrower' },
);
export type BorrowerFacts = Static<typeof Borrower>;

/** Somebody who has done nothing yet. @param limitCents the limit that they are told of */
export const newcomer = (limitCents: number): BorrowerFacts => ({
  isReloan: false,
  settledLoans: 0,
  memberDays: 0,
  limitCents,
  province: nowhere,
});

/** Reads the facts. @param maximumCents maximum of any limit */
export async function borrowerFacts({ db, deps, customerId, vault }: Reader, maximumCents: number): Promise<BorrowerFacts> {
  const {
    is_reloan: isReloan,
    created_at: createdAt,
    settled,
  } = await db
    .selectFrom('customers')
    .select((eb) => [
      'is_reloan',
      'created_at',
      eb
        .selectFrom('loans')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('customer_id', '=', customerId)
        .where('state', '=', 'settled')
        .as('settled'),
    ])
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow();
  const { totalCents } = await limitOf(db, customerId, maximumCents);
  const application = await latestApplication(db, customerId);
  const place = application && (answerOf(openSnapshot(vault, application), named.place) as { province?: Place } | undefined);
  return {
    isReloan,
    settledLoans: settled ?? 0,
    memberDays: daysBetween(dayOf(deps, createdAt), todayOf(deps)),
    limitCents: totalCents,
    province: place?.province?.name ?? nowhere,
  };
}
