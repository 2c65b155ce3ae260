import { Picker } from './picker.ts';
import type { Places } from './places.ts';
import { type FromPreview, readToPreview } from './protocol.ts';

/** The script of previews. The server adds it only to pages of the sandbox world. */

const atEveryMs = 400;
const actedEveryMs = 5000;
const acts = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchstart'];

async function start(): Promise<void> {
  const places = (await (await fetch('/preview/places.json')).json()) as Partial<Places>;
  const { studio } = places;
  // A shared link opens without a frame.
  if (studio === undefined || window.parent === window) return;
  const tell = (message: FromPreview) => window.parent.postMessage(message, studio);
  const picker = new Picker(places as Places, tell);
  window.addEventListener('message', ({ source, origin, data }) => {
    if (source !== window.parent || origin !== studio) return;
    const message = readToPreview(data);
    if (message?.hakbang === 'pick') picker.turn(message.on);
    if (message?.hakbang === 'offline') void goOffline(message.on);
  });
  let shown = '';
  setInterval(() => {
    const { pathname } = window.location;
    if (pathname === shown) return;
    shown = pathname;
    tell({ hakbang: 'at', path: pathname });
  }, atEveryMs);
  tellActs(() => tell({ hakbang: 'acted' }));
  tell({ hakbang: 'ready' });
}

/** Reports activity to the studio. Events in a frame do not reach the page around it, whose session would otherwise time out. */
function tellActs(tell: () => void): void {
  let toldAt = -actedEveryMs;
  const acted = () => {
    const now = performance.now();
    if (now - toldAt < actedEveryMs) return;
    toldAt = now;
    tell();
  };
  for (const act of acts) window.addEventListener(act, acted, { capture: true, passive: true });
}

let isOffline = false;

/**
 * Simulates being offline or back online: the server stops answering this session, and the page gets the events and state of a browser
 * without a network.
 */
async function goOffline(on: boolean): Promise<void> {
  if (on === isOffline) return;
  isOffline = on;
  await fetch('/preview/network', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ offline: on }),
  }).catch(() => undefined);
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => !isOffline });
  window.dispatchEvent(new Event(on ? 'offline' : 'online'));
}

void start().catch(() => undefined);
