import type { Services } from '../services.ts';
import { whenIdle } from '../whenIdle.ts';

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
    return followWorker({ inPage: Object.keys(boot().parts ?? {}), onNewBuild: offer });
  };
  whenLoaded(() => void begin().catch(() => undefined));
}

function whenLoaded(work: () => void): void {
  const soon = () => whenIdle(work, 5000);
  if (document.readyState === 'complete') soon();
  else window.addEventListener('load', soon, { once: true });
}

/**
 * Code of an old build may be gone from the server. The page is then loaded anew, once a minute at most, and finds its drafts.
 */
function reloadForMissingCode(): void {
  window.addEventListener('vite:preloadError', () => void isOtherBuild().then((other) => other && reloadOnce()));
}

/** Whether the server has the code no more that this page began with. Past the worker, which may keep it. */
async function isOtherBuild(): Promise<boolean> {
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  const answer = entry && (await fetch(entry.src, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined));
  return answer?.status === 404;
}

function reloadOnce(): void {
  try {
    if (Date.now() - Number(sessionStorage.getItem(reloadedKey)) < reloadEveryMs) return;
    sessionStorage.setItem(reloadedKey, String(Date.now()));
  } catch {
    // Without a note of the last time it could go on for ever.
    return;
  }
  location.reload();
}
