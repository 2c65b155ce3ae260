import { Picker } from './picker.ts';
import type { Places } from './places.ts';
import { type FromPreview, readToPreview } from './protocol.ts';

/** The script of previews: the server adds it to pages of the sandbox world, and to no others. */

const atEveryMs = 400;
const actedEveryMs = 5000;
const acts = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchstart'];

async function start(): Promise<void> {
  const places = (await (await fetch('/preview/places.json')).json()) as Partial<Places>;
  const { studio } = places;
  // A shared link is in no frame.
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

/** Events of a frame do not reach the page around it, whose session would end while somebody works here. */
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

/** The server stops answering this session, and the page is told what a browser without a network would tell it. */
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
