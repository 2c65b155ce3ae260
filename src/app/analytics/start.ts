import { when } from 'mobx';
import type { RunningApp } from '../app.ts';
import type { Boot } from '../boot.ts';

/**
 * G11: third-party analytics, in production only and only while the person allows it. No code is loaded before. Withdrawing the consent
 * stops it and removes its data.
 */
export function startAnalytics({ mode, settings }: Boot, app: RunningApp): void {
  const { analytics } = settings;
  if (mode !== 'production' || !analytics) return;
  const isAllowed = () => app.host.consent.analytics() === true;
  when(isAllowed, () => void begin(app, analytics, isAllowed));
}

async function begin({ navigator, host }: RunningApp, settings: NonNullable<Boot['settings']['analytics']>, isAllowed: () => boolean) {
  const [{ Tracker }, { adjustSdk }, { observe }] = await Promise.all([
    import('./tracker.ts'),
    import('./adjustSdk.ts'),
    import('./observe.ts'),
  ]);
  const tracker = new Tracker({ isAllowed, sdk: adjustSdk(settings) });
  tracker.follow();
  observe({ screen: () => navigator.current?.screen, onDone: host.onDone, track: (event) => tracker.track(event) });
}
