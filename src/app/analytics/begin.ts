import type { RunningApp } from '../app.ts';
import type { Boot } from '../boot.ts';
import { adjustSdk } from './adjustSdk.ts';
import { observe } from './observe.ts';
import { sendStepCounts } from './sendStepCounts.ts';
import { StepMeter } from './stepMeter.ts';
import { Tracker } from './tracker.ts';

/** Withdrawing the consent stops both; the third party's data is removed from the device. */
export function begin({ mode, settings }: Boot, { navigator, host, services }: RunningApp, isAllowed: () => boolean): void {
  const screen = () => navigator.current?.screen;
  const meter = new StepMeter({ isAllowed, send: sendStepCounts(services.client) });
  meter.follow({ screen, onDone: host.onDone, page: document });
  const { analytics } = settings;
  if (mode !== 'production' || !analytics) return;
  const tracker = new Tracker({ isAllowed, sdk: adjustSdk(analytics) });
  tracker.follow();
  observe({ screen, onDone: host.onDone, track: (event) => tracker.track(event) });
}
