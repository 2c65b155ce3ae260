import { daysBetween } from '../lending/index.ts';
import type { Reader } from '../platform/customer/viewer.ts';
import { answerOf } from '../platform/flows/hooks.ts';
import { dayOf, todayOf } from '../platform/time.ts';
import { named } from './application/named.ts';
import type { Place } from './application/places.ts';
import { openSnapshot } from './application/snapshot.ts';
import { latestApplication } from './application/view.ts';
import { nowhere, type BorrowerFacts } from './borrower.ts';
import { limitOf } from './limits/limits.ts';

/** Reads the facts. @param maximumCents upper bound of every limit */
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
