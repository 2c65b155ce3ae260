import type { Services } from '../services.ts';

const reloadedKey = 'hakbang.reloaded';
const reloadEveryMs = 60_000;

/** After the first screen stands: the service worker. Until then it would take the network from it. */
export function startOffline({ boot, feedback, texts }: Services): void {
  reloadForMissingCode();
  if (!('serviceWorker' in navigator)) return;
  const begin = async () => {
    const { followWorker, removeWorkers } = await import('./worker.ts');
    if (boot().mode === 'development') return removeWorkers();
    const offer = () => feedback.say(texts.t('common.newVersion'), { label: texts.t('common.refresh'), do: () => location.reload() });
    return followWorker({ onNewBuild: offer });
  };
  whenIdle(() => void begin().catch(() => undefined));
}

function whenIdle(work: () => void): void {
  const soon = () => ('requestIdleCallback' in window ? window.requestIdleCallback(work, { timeout: 5000 }) : setTimeout(work, 1000));
  if (document.readyState === 'complete') soon();
  else window.addEventListener('load', soon, { once: true });
}

/**
 * Code of an old build may be gone from the server. The page is then loaded anew, once a minute at most, and finds its drafts.
 * Offline that would help nobody.
 */
function reloadForMissingCode(): void {
  window.addEventListener('vite:preloadError', () => {
    if (!navigator.onLine) return;
    try {
      if (Date.now() - Number(sessionStorage.getItem(reloadedKey)) < reloadEveryMs) return;
      sessionStorage.setItem(reloadedKey, String(Date.now()));
    } catch {
      // Without a note of the last time it could go on for ever.
      return;
    }
    location.reload();
  });
}
