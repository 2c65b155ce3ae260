import type { Services } from '../../app/services.ts';
import { claimHomescreen } from './claim.ts';

/** Name of the client state that holds whose reward was claimed from this device. */
const claimedBy = 'homescreenClaimedBy';

/** Name of the client state that holds the token of the address that an installed app opens (flows/navigation.json). */
const launchToken = 'launch';

/** L16: who opens the app from the homescreen and is logged in gets what it gives, without asking for it. */
export function rewardHomescreen(
  { state, client, feedback, texts, namespaces, boot, loader }: Services,
  done: (operation: string) => void,
): void {
  claimHomescreen({
    mayClaim: () => {
      const isInstalled = namespaces().device.standalone && state.values[launchToken] !== undefined;
      return isInstalled && state.isLoggedIn && boot().settings.features['homescreenReward'] === true;
    },
    isKnown: () => state.values[claimedBy] === state.customerId,
    remember: () => state.set(claimedBy, state.customerId, 'local'),
    claim: () => client.call('rewards.homescreen', { launch: String(state.values[launchToken]) }),
    onGranted: async ({ couponCents }) => {
      // The page may have just come, and its words be on their way.
      await loader.commonWords().catch(() => undefined);
      void feedback.tell(texts.t('common.homescreenReward', { amount: texts.formats.money(couponCents) }));
      done('rewards.homescreen');
    },
  });
}
