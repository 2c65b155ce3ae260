import type { Selectable } from 'kysely';
import type { Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { openSecret } from './people.ts';
import type { StaffRow } from './table.ts';
import { matchingStep } from './totp.ts';

/** The time step of a code, for an app that has not shown one before. */
export const codeMatches = (secret: Uint8Array, code: string, now: Date): number | undefined => matchingStep(secret, code, now, 0);

/** Consumes a code of the authenticator app. Returns false if it is wrong or already used, even by a concurrent request. */
export async function useCode(
  tx: Tx,
  { settings, clock }: Pick<Deps, 'settings' | 'clock'>,
  row: Pick<Selectable<StaffRow>, 'id' | 'totp_sealed' | 'totp_last_step'>,
  code: string,
): Promise<boolean> {
  const { id, totp_sealed } = row;
  if (totp_sealed === null) return false;
  const step = matchingStep(openSecret(settings.keyring, { id, totp_sealed }), code, clock.now(), row.totp_last_step);
  if (step === undefined) return false;
  const taken = await tx
    .updateTable('staff')
    .set({ totp_last_step: step })
    .where('id', '=', row.id)
    .where('totp_last_step', '<', step)
    .returning('id')
    .executeTakeFirst();
  return taken !== undefined;
}
