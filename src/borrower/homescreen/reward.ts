import { when } from 'mobx';
import type { Services } from '../../app/services.ts';
import { launchToken } from './launchToken.ts';

/** L16: rewards a logged-in borrower who opens the app from the homescreen. The borrower need not ask for it. */
export function rewardHomescreen(services: Services, done: (operation: string) => void): void {
  const { state, namespaces, boot } = services;
  const mayClaim = () => {
    const isInstalled = namespaces().device.standalone && state.values[launchToken] !== undefined;
    return isInstalled && state.isLoggedIn && boot().settings.features['homescreenReward'] === true;
  };
  // Load the code lazily, because few visitors come from the homescreen. If it fails to load, the next start retries.
  void when(mayClaim)
    .then(() => import('./claimOnce.ts'))
    .then(({ claimOnce }) => claimOnce(services, mayClaim, done))
    .catch(() => undefined);
}
