import { when } from 'mobx';
import type { RunningApp } from '../app.ts';
import type { Boot } from '../boot.ts';

/**
 * Statistics of the person's way through the flows, only while the person allows them: our own sums, and in production those of a third party
 * (G11). No code is loaded before.
 */
export function startAnalytics(boot: Boot, app: RunningApp): void {
  const isAllowed = () => app.host.consent.analytics() === true;
  when(isAllowed, () => void import('./begin.ts').then(({ begin }) => begin(boot, app, isAllowed)));
}
