import { when } from 'mobx';
import type { Boot } from './boot.ts';

/**
 * G11: the statistics of a third party, in production only and only once the person allows them. The SDK reads its app token
 * from the element that loads it.
 */
export function startAnalytics({ mode, settings }: Boot, isAllowed: () => boolean): void {
  const { analytics } = settings;
  if (mode !== 'production' || !analytics) return;
  when(isAllowed, () => {
    const script = document.createElement('script');
    script.src = new URL(analytics.script, analytics.origin).href;
    script.async = true;
    script.dataset['appToken'] = analytics.token ?? '';
    document.head.append(script);
  });
}
