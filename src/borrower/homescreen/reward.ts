import { when } from 'mobx';
import type { Services } from '../../app/services.ts';

/** Client state: the customer whose reward was claimed from this device. */
const claimedBy = 'homescreenClaimedBy';

/** Client state: the token in the start address of an installed app (flows/navigation.json). */
const launchToken = 'launch';

/** L16: rewards a logged-in borrower who opens the app from the homescreen, without a request. */
export function rewardHomescreen(
  { state, client, feedback, texts, namespaces, boot, loader }: Services,
  done: (operation: string) => void,
): void {
  const mayClaim = () => {
    const isInstalled = namespaces().device.standalone && state.values[launchToken] !== undefined;
    return isInstalled && state.isLoggedIn && boot().settings.features['homescreenReward'] === true;
  };
  const begin = async () => {
    const { claimHomescreen } = await import('./claim.ts');
    claimHomescreen({
      mayClaim,
      isKnown: () => state.values[claimedBy] === state.customerId,
      remember: () => state.set(claimedBy, state.customerId, 'local'),
      claim: () => client.call('rewards.homescreen', { launch: String(state.values[launchToken]) }),
      onGranted: async ({ couponCents }) => {
        // The page may have just loaded, still without its texts.
        await loader.commonWords().catch(() => undefined);
        void feedback.alert(texts.t('common.homescreenReward', { amount: texts.formats.money(couponCents) }));
        done('rewards.homescreen');
      },
    });
  };
  // Few visitors come from the homescreen. Without the code, the next start tries again.
  void when(mayClaim)
    .then(begin)
    .catch(() => undefined);
}
