import type { OpenSession } from '../../contract/staff/sessions.ts';
import { audit } from '../audit/audit.ts';
import type { Deps } from '../deps.ts';
import { fail } from '../problem.ts';
import { addSeconds } from '../time.ts';
import { idleSeconds, type StaffSession } from './sessions.ts';

const shownAtOnce = 100;

/** The valid sessions of a person, the most recently used first. */
export async function openSessions(deps: Deps, { tokenHash }: StaffSession, id: string): Promise<{ sessions: OpenSession[] }> {
  const now = deps.clock.now();
  const rows = await deps.db
    .selectFrom('staff_sessions')
    .select(['id', 'device', 'created_at', 'last_seen_at', 'token_hash'])
    .where('staff_id', '=', id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where('last_seen_at', '>', addSeconds(now, -idleSeconds))
    .orderBy('last_seen_at', 'desc')
    .limit(shownAtOnce)
    .execute();
  const sessions = rows.map((row) => ({
    id: row.id,
    device: row.device ?? '',
    since: row.created_at.toISOString(),
    lastUsed: row.last_seen_at.toISOString(),
    isThis: Buffer.from(row.token_hash).equals(Buffer.from(tokenHash)),
  }));
  return { sessions };
}

interface Which {
  staffId: string;
  /** Ends only this session. Default: all of the person's sessions. */
  only?: string;
  /** Spares the session of this request. */
  butThis?: true;
}

/** Ends sessions at once. Refuses with `notFound` if the given one is not open. */
export const endSessions = (
  deps: Deps,
  { actor, tokenHash }: StaffSession,
  { staffId, only, butThis }: Which,
): Promise<{ ended: number }> =>
  deps.db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('staff_sessions')
      .set({ ended_at: deps.clock.now() })
      .where('staff_id', '=', staffId)
      .where('ended_at', 'is', null)
      .$if(only !== undefined, (query) => query.where('id', '=', only ?? ''))
      .$if(butThis === true, (query) => query.where('token_hash', '!=', tokenHash))
      .executeTakeFirst();
    const ended = Number(numUpdatedRows);
    if (only !== undefined && ended === 0) fail('notFound');
    if (ended > 0) await audit(tx, deps, { actor, action: 'staff.sessionsEnded', subject: `staff:${staffId}`, detail: { ended } });
    return { ended };
  });
