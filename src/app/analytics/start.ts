import { when } from 'mobx';
import type { RunningApp } from '../app.ts';
import type { Boot } from '../boot.ts';

/**
 * G11: statistics by a third party, in production only and only while the person allows them. Neither its code nor ours for it is
 * loaded before; a choice taken back ends it and removes what it kept.
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
