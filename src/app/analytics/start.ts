import { when } from 'mobx';
import type { RunningApp } from '../app.ts';
import type { Boot } from '../boot.ts';

/**
 * Starts statistics on the person's way through the flows, only while the person consents: our own counts, and in production a third
 * party's (G11). No code is loaded before that.
 */
export function startAnalytics(boot: Boot, app: RunningApp): void {
  const isAllowed = () => app.host.consent.analytics() === true;
  when(isAllowed, () => void import('./begin.ts').then(({ begin }) => begin(boot, app, isAllowed)));
}
