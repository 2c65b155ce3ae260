import type { Db } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';

/** Removes applications that were rejected before `before` and have no loan, with everything stored about them. */
export async function eraseNotApproved(db: Db, before: Date): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const rows = await tx
      .selectFrom('applications')
      .select('id')
      .where('state', '=', 'rejected')
      .where('updated_at', '<', before)
      .where('id', 'not in', tx.selectFrom('loans').select('application_id'))
      .forUpdate()
      .execute();
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return 0;
    await tx.deleteFrom('application_events').where('application_id', 'in', ids).execute();
    await tx.deleteFrom('applications').where('id', 'in', ids).execute();
    return ids.length;
  });
}

/** Removes answers that have not changed since `before` and were never submitted. */
export async function eraseUnsent(db: Db, before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('flow_states')
    .where('updated_at', '<', before)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('applications')
            .select('applications.id')
            .whereRef('applications.customer_id', '=', 'flow_states.customer_id')
            .whereRef('applications.flow', '=', 'flow_states.flow'),
        ),
      ),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Removes photos and digests of customers without answers or applications. Returns the number of photos. */
export async function eraseTraces(deps: Deps, before: Date): Promise<number> {
  const { db, ports } = deps;
  await db.deleteFrom('submitted_numbers').where('customer_id', 'not in', customersWithAnswers(db)).execute();
  const files = await db
    .deleteFrom('files')
    .where('attached_at', '<', before)
    .where('customer_id', 'not in', customersWithAnswers(db))
    .returning('id')
    .execute();
  await Promise.all(files.map(({ id }) => ports.storage.delete(id)));
  return files.length;
}

const customersWithAnswers = (db: Db) =>
  db
    .selectFrom('flow_states')
    .select('customer_id')
    .union(db.selectFrom('applications').select('customer_id'))
    // A deleted account may still have a loan, with the records that the law requires.
    .union(db.selectFrom('loans').select('customer_id'));
