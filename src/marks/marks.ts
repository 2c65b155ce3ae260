import { Picker } from './picker.ts';
import type { Places } from './places.ts';
import { type FromPreview, readToPreview } from './protocol.ts';

/** The script of previews: the server adds it to pages of the sandbox world, and to no others. */

const atEveryMs = 400;

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
  tell({ hakbang: 'ready' });
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
