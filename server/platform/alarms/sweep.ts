import type { Db } from '../db/database.ts';

/** Removes what was acknowledged or last raised long enough ago. */
export async function sweepAlarms(db: Db, acknowledgedBefore: Date, raisedBefore: Date): Promise<void> {
  await db
    .deleteFrom('alarms')
    .where((or) => or.or([or('acknowledged_at', '<', acknowledgedBefore), or('last_at', '<', raisedBefore)]))
    .execute();
}
