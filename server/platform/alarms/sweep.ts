import type { Db } from '../db/database.ts';

/** Deletes alarms acknowledged before one time or last raised before another. */
export async function sweepAlarms(db: Db, acknowledgedBefore: Date, raisedBefore: Date): Promise<void> {
  await db
    .deleteFrom('alarms')
    .where((or) => or.or([or('acknowledged_at', '<', acknowledgedBefore), or('last_at', '<', raisedBefore)]))
    .execute();
}
