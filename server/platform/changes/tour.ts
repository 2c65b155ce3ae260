import type { Deps } from '../deps.ts';
import type { StaffSession } from '../staff/sessions.ts';

/** Whether a member of staff has seen the tour of the studio, in any browser. */
export async function hasSeenTour(deps: Deps, staff: StaffSession): Promise<boolean> {
  return (await deps.db.selectFrom('studio_tours').select('staff_id').where('staff_id', '=', staff.id).executeTakeFirst()) !== undefined;
}

export async function endTour(deps: Deps, staff: StaffSession): Promise<object> {
  await deps.db
    .insertInto('studio_tours')
    .values({ staff_id: staff.id, ended_at: deps.clock.now() })
    .onConflict((conflict) => conflict.column('staff_id').doNothing())
    .execute();
  return {};
}
