import { reaction } from 'mobx';
import type { HomescreenClaim } from '../contract.ts';

export interface ClaimOptions {
  /** Observable: opened from the homescreen by a logged-in borrower, with the reward enabled. */
  mayClaim: () => boolean;
  claim: () => Promise<HomescreenClaim>;
  /** Whether this device already claimed this borrower's reward. Saves a request on every start. */
  isKnown: () => boolean;
  remember: () => void;
  onGranted: (claim: HomescreenClaim) => void | Promise<void>;
}

/** Claims the homescreen reward automatically on the first start from there. The server grants it once per person. */
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
      // Without a connection or a session, the next start retries.
    } finally {
      asking = false;
    }
  };
  return reaction(mayClaim, (may) => void (may && ask()), { fireImmediately: true });
}
