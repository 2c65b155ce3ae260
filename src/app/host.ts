import type { ScreenHost } from '../../engine/react/screen/types.ts';
import type { Boot } from './boot.ts';
import { createEvents } from './events.ts';
import type { LazyFlows } from './flows/lazyFlows.ts';
import { createForm } from './formParts.ts';
import { leaveTo } from './leave.ts';
import type { lazyResponseCache } from './offline/lazyResponseCache.ts';
import type { lazyOutbox } from './outbox/lazyOutbox.ts';
import type { AppProduct } from './product.ts';
import { saveFile } from './saveFile.ts';
import type { Navigator } from './screens/navigator.ts';
import type { Services } from './services.ts';
import { chooseLanguage } from './state/chooseLanguage.ts';
import { createLook } from './state/look.ts';

interface HostParts extends Pick<ScreenHost, 'react'> {
  services: Services;
  product: AppProduct;
  boot: Boot;
  navigator: Navigator;
  flows: LazyFlows;
  kept: ReturnType<typeof lazyResponseCache>;
  outbox: ReturnType<typeof lazyOutbox>;
  /** Redirects to the login when data failed to load because the session ended. */
  endedSession: (error: unknown) => boolean;
}

/** The app's services for screens. */
export function createHost({ services, product, boot, navigator, flows, kept, outbox, react, endedSession }: HostParts): ScreenHost {
  const { client, state, network, feedback } = services;
  const look = createLook(state, boot.settings);
  const listeners = new Set<(operation: string) => void>();
  return {
    blocks: product.blocks,
    createForm,
    languages: boot.settings.languages.offered,
    setLanguage: (code) => void chooseLanguage(services, navigator, code).catch(react),
    clickGuardMs: boot.settings.clickGuardMs,
    namespaces: services.namespaces,
    setSession: (name, value) => state.set(name, value),
    back: (fallback) => navigator.back(fallback),
    event: createEvents({ services, navigator, look, closeFlows: flows.closeAll, forgetRequests: () => outbox.forget() }),
    open: (address) => saveFile(client.url, address),
    leave: services.embed?.leave ?? leaveTo,
    queue: outbox,
    deviceAnswer: kept.answer,
    say: (text) => feedback.toast(text),
    confirm: (question, label) => feedback.ask(question, label),
    react,
    dataFailed: (error) => void endedSession(error),
    report: services.report,
    done: (operation) => {
      kept.outdate(operation);
      listeners.forEach((listener) => listener(operation));
    },
    onDone: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    online: () => network.online,
    onOnline: (listener) => network.onOnline(listener),
    flow: flows.get,
    consent: {
      analytics: () => (state.values['consent'] as { analytics?: boolean } | undefined)?.analytics,
      setAnalytics: (allowed) => state.set('consent.analytics', allowed),
    },
    look,
  };
}
