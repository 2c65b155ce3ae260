import type { Db } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';

/** Removes applications that were rejected before a day and no loan hangs on, with all that was written of them. */
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

/** Removes answers that were not touched since a day and never became an application. */
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

/** Removes photos and digests of customers who have neither answers nor an application left. Returns how many photos. */
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
    // A deleted account may leave a loan with what the law keeps of it.
    .union(db.selectFrom('loans').select('customer_id'));
