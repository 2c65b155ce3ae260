import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { fail } from '../problem.ts';
import type { StaffSession } from '../staff/sessions.ts';

type Person = Pick<StaffSession, 'id' | 'role'>;

/** Condition for items that a person may do: they did not ask for it themselves, and their role may do its action. */
export function doableBy(deps: Deps, { id, role }: Person): RawBuilder<unknown> {
  const byKind = deps.areas.flatMap(({ actions = {} }) => Object.entries(actions));
  const conditions = byKind.map(
    ([kind, actionsOf]) => sql`(kind <> ${kind} or action is null or action = any(${[...actionsOf(deps, role)]}::text[]))`,
  );
  return sql.join([sql`not_for is distinct from ${id}`, ...conditions], sql` and `);
}

/** Condition for items that a person may begin now: open, assigned to them or nobody, not claimed, not snoozed, and waiting for nobody. */
export const freeFor = (deps: Deps, person: Person, now: Date): RawBuilder<unknown> =>
  sql`closed_at is null and (assigned_to is null or assigned_to = ${person.id}) and (claimed_until is null or claimed_until <= ${now})
    and (snoozed_until is null or snoozed_until <= ${now}) and (waits_until is null or waits_until <= ${now}) and ${doableBy(deps, person)}`;

/** Whether somebody may do all of these items. */
export async function mayDo(tx: Tx, deps: Deps, person: Person, ids: readonly string[]): Promise<boolean> {
  const { rows } =
    await sql`select 1 from work_items where id = any(${[...ids]}::text[]) and not (${doableBy(deps, person)}) limit 1`.execute(tx);
  return rows.length === 0;
}

/** Refuses with `forbidden` an item that the caller asked for, or that only another role may do. */
export async function assertMayDo(tx: Tx, deps: Deps, person: Person, id: string): Promise<void> {
  if (!(await mayDo(tx, deps, person, [id]))) fail('forbidden', { detail: 'You asked for this yourself, or another role does it.' });
}
