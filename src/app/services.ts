import { observable, runInAction } from 'mobx';
import type { ExpressionModule, Expressions } from '../../engine/flow/load.ts';
import { createTexts, type Texts } from '../../engine/react/text.tsx';
import { regionOf } from '../../engine/texts/words.ts';
import { type ApiClient, createClient, loadedOnce } from '../api/client.ts';
import { RequestKeys } from '../api/requestKeys.ts';
import type { Boot } from './boot.ts';
import type { Embed } from './embed/embed.ts';
import type { AppProduct } from './product.ts';
import type { DeviceScope } from './namespaces.ts';
import { lazyDrafts } from './lazyDrafts.ts';
import type { WaitingFiles } from '../../engine/react/waitingFiles.ts';
import type { DraftStore } from '../../engine/session/draftStore.ts';
import { FeedbackStore } from './feedback/feedbackStore.ts';
import { ClientState } from './state/clientState.ts';
import { describeDevice, deviceSigns } from './state/device.ts';
import { initialLanguage } from './state/languages.ts';
import { createToday, deviceDay } from './state/today.ts';
import { InstallPrompt } from './installPrompt.ts';
import { Network } from './state/network.ts';
import { createTicketMemory } from './offline/ticketMemory.ts';
import { lazyWaitingFiles } from './offline/lazyWaitingFiles.ts';
import { Parts } from './screens/parts.ts';
import { ScreenLoader } from './screens/screenLoader.ts';

/** The services that everything in the app uses. Created once, from the boot data. */
export interface Services {
  /** Replaced when another release is published during development. */
  boot: () => Boot;
  setBoot: (boot: Boot) => void;
  /** Present if another site embeds this page. */
  embed: Embed | undefined;
  /** Prefix of all paths; empty if there is none. */
  base: string;
  state: ClientState;
  network: Network;
  texts: Texts;
  client: ApiClient;
  parts: Parts;
  loader: ScreenLoader;
  feedback: FeedbackStore;
  drafts: DraftStore;
  waitingFiles: WaitingFiles;
  install: InstallPrompt;
  today: () => string;
  /** `session`, `device`, `constants`, `features`. */
  namespaces: () => {
    session: Record<string, unknown>;
    device: DeviceScope;
    constants: Record<string, unknown>;
    features: Record<string, boolean>;
  };
  navigationExpressions: () => Promise<Expressions>;
  report: (error: unknown, where: string) => void;
}

export function createServices(first: Boot, product: AppProduct, embed?: Embed): Services {
  const box = observable.box(first, { deep: false });
  const boot = () => box.get();
  const { settings } = first;
  const state = new ClientState({
    storageKey: embed?.storageKey ?? settings.storageKey,
    defaults: { theme: settings.theme, ...settings.clientDefaults },
    keptNames: product.keptNames,
  });
  const network = new Network(() => fetch('/health', { cache: 'no-store' }));
  const texts = createTexts({
    language: initialLanguage(settings, document.documentElement.lang),
    ...regionOf(settings),
  });
  const requests = loadedOnce(product.requests);
  const client = createClient({
    requests,
    // G12: one of two base URLs; empty for the origin of the page.
    base: first.mode === 'production' ? settings.apiBase.production : settings.apiBase.test,
    release: () => boot().release,
    token: () => state.token,
    // An embedded page has its own session.
    headers: embed ? () => ({ 'x-hakbang-embed': '1' }) : product.headers,
    onReached: (reached) => network.reached(reached),
    isOnline: () => network.isHopeful,
    keys: requestKeys(),
  });
  if (state.isLoggedIn) void requests().catch(() => undefined);
  const parts = new Parts(first.parts);
  const drafts = lazyDrafts();
  const install = new InstallPrompt();
  const device = describeDevice(deviceSigns(), settings.device.mobileMarkers);
  return {
    boot,
    setBoot: (next) => runInAction(() => box.set(next)),
    embed,
    base: embed?.base ?? first.base ?? '',
    state,
    network,
    texts,
    client,
    parts,
    loader: new ScreenLoader({ product, client, parts, memory: createTicketMemory(), texts, commonTexts: () => boot().commonTexts }),
    feedback: new FeedbackStore(),
    drafts,
    waitingFiles: lazyWaitingFiles({
      store: drafts,
      customerId: () => state.customerId,
      isOnline: () => network.online,
      onOnline: (listener) => network.onOnline(listener),
    }),
    install,
    today: createToday(first.shell ? deviceDay(first.utcOffsetMinutes) : first.today, first.utcOffsetMinutes),
    namespaces: () => ({
      session: { ...state.values, language: texts.language },
      // A frame is as narrow as a phone, on any device.
      device: { ...device, mobile: device.mobile || embed !== undefined, canInstall: install.canInstall },
      constants: boot().settings.constants,
      features: boot().settings.features,
    }),
    navigationExpressions: async () => {
      const module = await parts.module<ExpressionModule>(boot().navigationExpressions);
      return module.expressions;
    },
    // Reports to the console and to listeners for the page's errors.
    report: (error, where) =>
      reportError(error instanceof Error ? Object.assign(error, { where }) : new Error(`${where}: ${String(error)}`)),
  };
}

/** Keys live as long as the tab, so that a reload repeats a request under the same key. */
function requestKeys(): RequestKeys {
  try {
    return new RequestKeys(sessionStorage);
  } catch {
    return new RequestKeys();
  }
}
