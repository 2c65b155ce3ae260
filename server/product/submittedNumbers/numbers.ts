import type { Db, Tx } from '../../platform/db/database.ts';
import { lockNames } from '../../platform/db/lockNames.ts';
import type { Deps } from '../../platform/deps.ts';
import { numberIndex } from './numberIndex.ts';
import type { NumberKind } from './table.ts';

export interface GivenNumber {
  kind: NumberKind;
  value: string;
}

type Keys = Pick<Deps, 'settings'>;

/** Another customer who submitted a number. */
export interface Sharer {
  kind: NumberKind;
  customer_id: string;
}

/** A longer list would not help the person who decides. */
const mostSharers = 100;

/**
 * Other customers who have submitted one of the numbers too, in any spelling. Numbers in drafts do not count, because anybody can type
 * anything there.
 */
export async function sharersOf(db: Db | Tx, deps: Keys, customerId: string, numbers: readonly GivenNumber[]): Promise<Sharer[]> {
  const digests = digestsOf(deps, numbers);
  if (digests.length === 0) return [];
  return db
    .selectFrom('submitted_numbers')
    .select(['kind', 'customer_id'])
    .where('digest', 'in', digests)
    .where('customer_id', '!=', customerId)
    .limit(mostSharers)
    .execute();
}

/** The kinds of number that another customer has submitted too; see `sharersOf`. */
export async function sharedKinds(db: Db | Tx, deps: Keys, customerId: string, numbers: readonly GivenNumber[]): Promise<NumberKind[]> {
  const digests = digestsOf(deps, numbers);
  if (digests.length === 0) return [];
  const rows = await db
    .selectFrom('submitted_numbers')
    .select('kind')
    .distinct()
    .where('digest', 'in', digests)
    .where('customer_id', '!=', customerId)
    .execute();
  return rows.map(({ kind }) => kind);
}

function digestsOf({ settings }: Keys, numbers: readonly GivenNumber[]): string[] {
  const index = numberIndex(settings.keyring);
  return numbers.flatMap(({ kind, value }) => index.lookup(kind, value));
}

/**
 * Stores the numbers that a customer submits and returns the kinds that another customer has submitted too. When two customers submit one
 * number at once, the second waits for the first.
 */
export async function storeNumbers(tx: Tx, deps: Keys, customerId: string, numbers: readonly GivenNumber[]): Promise<NumberKind[]> {
  const index = numberIndex(deps.settings.keyring);
  await lockNames(
    tx,
    numbers.flatMap(({ kind, value }) => index.lookup(kind, value)),
  );
  if (numbers.length > 0)
    await tx
      .insertInto('submitted_numbers')
      .values(numbers.map(({ kind, value }) => ({ customer_id: customerId, kind, digest: index.digest(kind, value) })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  return sharedKinds(tx, deps, customerId, numbers);
}
