import { isShownEmbedded, type EmbeddedFlow } from '../../../engine/flow/embedded.ts';
import { envelope, type FrameMessage } from '../../embed/protocol.ts';
import type { RunningApp } from '../app.ts';
import type { Boot } from '../boot.ts';
import { leaveTo } from '../leave.ts';
import type { NavigatorOptions } from '../screens/navigator.ts';
import { keepLanguage } from '../state/languages.ts';
import { keptIn } from '../state/storage.ts';
import { isFramed, reportTo } from './report.ts';

/** Data that the server writes into a page under /embed (server/platform/web/embed.ts). */
export interface EmbeddedPage extends EmbeddedFlow {
  /** Origin of the page that shows the flow, if the settings allow it. */
  host?: string;
}

/** The differences of a page that another site shows in a frame, or in a window that it opened. Loaded only for such a page. */
export interface Embed {
  /** Prefix of its paths. */
  base: string;
  /** A separate key, because its session is separate too, even in a window. */
  storageKey: string;
  tell: (message: FrameMessage) => void;
  /** Opens a URL outside the app. */
  leave: (address: string) => void;
  detour: (parts: Parts) => NonNullable<NavigatorOptions['detour']>;
  begin: (app: RunningApp, root: HTMLElement) => void;
}

type Parts = Pick<NavigatorOptions, 'loader' | 'flows' | 'isLoggedIn'>;

export function createEmbed(page: EmbeddedPage, { settings }: Boot): Embed {
  const origin = hostOf(page);
  const host = (): Window | null => (isFramed() ? window.parent : (window.opener as Window | null));
  const tell = (message: FrameMessage) => void (origin !== undefined && host()?.postMessage(envelope(message), origin));
  // The language that the host requests overrides the one of an earlier visit.
  if (new URLSearchParams(location.search).has('language')) keepLanguage(document.documentElement.lang);
  return {
    base: `/embed/${page.flow}`,
    storageKey: `${settings.storageKey}.embed`,
    tell,
    leave: (address) => leaveTo(address, openWindow),
    detour: (parts) => detourFor(page, parts),
    begin: (app, root) => {
      document.documentElement.toggleAttribute('data-framed', isFramed());
      reportTo(tell, app, root);
    },
  };
}

/** Redirects to the current position in the flow, and opens a window for screens outside the flow. */
function detourFor(page: EmbeddedPage, { loader, flows, isLoggedIn }: Parts): NonNullable<NavigatorOptions['detour']> {
  /** Before the login, the first step, from which the navigation rules redirect to the login. */
  async function position(): Promise<string> {
    if (!isLoggedIn()) return page.entry;
    const ticket = await loader.ticket(page.entry);
    const [store, forms] = await Promise.all([flows(), loader.forms(ticket)]);
    const flow = await store.open(ticket, forms);
    return flow?.session.position.step?.route ?? page.completion ?? page.entry;
  }
  return async ({ path, search }, ticket, current) => {
    const isBeforeLogin = current?.ticket.noCheck ?? true;
    if (path === '/' || (path === page.entry && isBeforeLogin && isLoggedIn())) return position();
    if (isShownEmbedded(page, { ...ticket, flow: ticket.flow?.id })) return path;
    if (!current || isBeforeLogin) return '/';
    openWindow(`${path}${search}`);
    return current.path;
  };
}

/** Uses a link, because browsers block `window.open` after an asynchronous call. */
function openWindow(address: string): void {
  Object.assign(document.createElement('a'), { href: address, target: '_blank', rel: 'noopener' }).click();
}

/** The URL names the host only on entry, so the tab remembers it for a reload. */
function hostOf({ host }: EmbeddedPage): string | undefined {
  const tab = keptIn(() => sessionStorage);
  if (host !== undefined) tab.write(hostKey, host);
  const kept = host ?? tab.read(hostKey);
  return typeof kept === 'string' ? kept : undefined;
}

const hostKey = 'hakbang.host';
