import type { Services } from '../../app/services.ts';
import { claimHomescreen } from './claim.ts';
import { launchToken } from './launchToken.ts';

/** Client state: the customer whose reward was claimed from this device. */
const claimedBy = 'homescreenClaimedBy';

/** Claims the reward of the homescreen and tells the borrower. */
export function claimOnce(
  { state, client, feedback, texts, loader }: Services,
  mayClaim: () => boolean,
  done: (operation: string) => void,
): void {
  claimHomescreen({
    mayClaim,
    isKnown: () => state.values[claimedBy] === state.customerId,
    remember: () => state.set(claimedBy, state.customerId, 'local'),
    claim: () => client.call('rewards.homescreen', { launch: String(state.values[launchToken]) }),
    onGranted: async ({ couponCents }) => {
      // The page may have just loaded and still lack its texts.
      await loader.commonWords().catch(() => undefined);
      void feedback.alert(texts.t('common.homescreenReward', { amount: texts.formats.money(couponCents) }));
      done('rewards.homescreen');
    },
  });
}
