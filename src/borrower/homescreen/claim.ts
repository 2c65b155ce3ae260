import { reaction } from 'mobx';
import type { HomescreenClaim } from '../../api/contract.ts';

export interface ClaimOptions {
  /** Observable: opened from the homescreen, by a borrower, where the reward is on. */
  mayClaim: () => boolean;
  claim: () => Promise<HomescreenClaim>;
  /** Whether this borrower was rewarded before, as far as the device knows: spares the question on every start. */
  isKnown: () => boolean;
  remember: () => void;
  onGranted: (claim: HomescreenClaim) => void | Promise<void>;
}

/** Claims what the homescreen gives, by itself, on the first start from there; the server gives it once a person. */
export function claimHomescreen({ mayClaim, claim, isKnown, remember, onGranted }: ClaimOptions): () => void {
  let asking = false;
  const ask = async () => {
    if (asking || isKnown()) return;
    asking = true;
    try {
      const answer = await claim();
      remember();
      if (answer.state === 'granted') await onGranted(answer);
    } catch {
      // Without a connection or a session: another start will do.
    } finally {
      asking = false;
    }
  };
  return reaction(mayClaim, (may) => void (may && ask()), { fireImmediately: true });
}
