import type { Deps } from '../deps.ts';
import { loginPolicy } from '../loginPolicy/policy.ts';
import { fail } from '../problem.ts';
import { addSeconds } from '../time.ts';
import type { Session } from './sessions.ts';

export const freshUntil = (deps: Deps, verifiedAt: Date): Date => addSeconds(verifiedAt, loginPolicy(deps).freshMinutes * 60);

/**
 * Refuses with `freshCodeRequired` (403) if the session's phone was verified too long ago. Somebody with an unlocked phone or a stolen
 * session must not move money (safety.md). Operations marked `fresh` in the contract check this automatically.
 */
export function assertFresh(deps: Deps, session: Pick<Session, 'verifiedAt'>): void {
  if (deps.clock.now() >= freshUntil(deps, session.verifiedAt)) fail('freshCodeRequired');
}
