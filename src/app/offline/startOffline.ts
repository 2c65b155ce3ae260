import type { Services } from '../services.ts';
import { whenIdle } from '../whenIdle.ts';

const reloadedKey = 'hakbang.reloaded';
const reloadEveryMs = 60_000;

/** Registers the service worker after the first screen is shown. Earlier it would compete for the network. */
export function startOffline({ boot, embed, feedback, texts }: Services): void {
  reloadForMissingCode();
  // The shell that replaces a page offline must not be framed.
  if (embed || !('serviceWorker' in navigator)) return;
  const begin = async () => {
    const { followWorker, removeWorkers } = await import('./worker.ts');
    if (boot().mode === 'development') return removeWorkers();
    const offer = () => feedback.toast(texts.t('common.newVersion'), { label: texts.t('common.refresh'), do: () => location.reload() });
    return followWorker({ inPage: Object.keys(boot().parts ?? {}), onNewBuild: offer });
  };
  whenLoaded(() => void begin().catch(() => undefined));
}

function whenLoaded(work: () => void): void {
  const soon = () => whenIdle(work, 5000);
  if (document.readyState === 'complete') soon();
  else window.addEventListener('load', soon, { once: true });
}

/** The server may no longer have the code of an old build. Then the page reloads, once a minute at most, and restores its drafts. */
function reloadForMissingCode(): void {
  window.addEventListener('vite:preloadError', () => void isOtherBuild().then((other) => other && reloadOnce()));
}

/** Whether the server no longer has this page's entry script. Bypasses the service worker, which may have cached it. */
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
    // Without storage for the time of the last reload, it could loop.
    return;
  }
  location.reload();
}
