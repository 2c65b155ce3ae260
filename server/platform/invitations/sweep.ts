import type { Deps } from '../deps.ts';
import type { JobHandler } from '../jobs/types.ts';
import { addSeconds, daySeconds } from '../time.ts';
import { sweepRefusals } from './refusals.ts';

/** Removes the number from each invitation that no longer waits for anybody. Its outcome stays, for the customer and the link. */
async function forgetNumbers({ db, clock }: Deps): Promise<void> {
  await db
    .updateTable('invitations')
    .set({ phone_sealed: '' })
    .where('phone_sealed', '!=', '')
    .where((or) =>
      or.or([
        or('done_at', 'is not', null),
        or('declined_at', 'is not', null),
        or('ended_at', 'is not', null),
        or('expires_at', '<=', clock.now()),
      ]),
    )
    .execute();
}

/** Removes invitations that were withdrawn or replaced. Their rows outlast every retry of the request that sent them. */
async function deleteEnded({ db, clock }: Deps): Promise<void> {
  await db.deleteFrom('invitations').where('ended_at', '<', addSeconds(clock.now(), -daySeconds)).execute();
}

export const sweepInvitations: JobHandler = {
  kind: 'invitations.sweep',
  everySeconds: 3600,
  maxAttempts: 3,
  run: async (deps) => {
    await sweepRefusals(deps);
    await forgetNumbers(deps);
    await deleteEnded(deps);
  },
};
