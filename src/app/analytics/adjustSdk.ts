import type { Boot } from '../boot.ts';
import type { AnalyticsEvent } from './events.ts';
import type { AnalyticsSdk } from './tracker.ts';

/**
 * What this uses of the Adjust web SDK (dev.adjust.com, Web SDK). The specification's campaign, adgroup, creative and app token are
 * its words; another SDK gets a file like this one.
 */
interface Adjust {
  initSdk(options: { appToken: string; environment: 'production' | 'sandbox' }): void;
  trackEvent(event: { eventToken: string; callbackParams: { key: string; value: string }[] }): void;
  stop(): void;
  restart(): void;
}

type Settings = NonNullable<Boot['settings']['analytics']>;

/** The SDK keeps its things under names that begin so, in local storage or a database. */
const storagePrefix = 'adjust';

export function adjustSdk({ origin, script, token = '', events = {} }: Settings): AnalyticsSdk {
  let loaded: Promise<Adjust> | undefined;
  let running: Adjust | undefined;
  return {
    start: async () => {
      const isFirst = loaded === undefined;
      loaded ??= load(new URL(script, origin).href);
      loaded.catch(() => (loaded = undefined));
      const adjust = await loaded;
      if (isFirst) adjust.initSdk({ appToken: token, environment: 'production' });
      else adjust.restart();
      running = adjust;
    },
    send: (event) => {
      const eventToken = events[event.name];
      // An event without a token is not registered there.
      if (eventToken !== undefined) running?.trackEvent({ eventToken, callbackParams: paramsOf(event) });
    },
    stop: () => {
      running?.stop();
      running = undefined;
      void eraseStorage();
    },
  };
}

const paramsOf = (event: AnalyticsEvent) =>
  Object.entries(event)
    .filter(([key]) => key !== 'name')
    .map(([key, value]) => ({ key, value }));

function load(address: string): Promise<Adjust> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    script.async = true;
    script.addEventListener('error', () => {
      script.remove();
      reject(new Error('The analytics SDK did not load.'));
    });
    script.addEventListener('load', () => {
      const { Adjust: adjust } = window as { Adjust?: Adjust };
      if (adjust) resolve(adjust);
      else reject(new Error('The analytics SDK is not what was expected.'));
    });
    document.head.append(script);
  });
}

/** As far as a page can: what others keep under their own address stays theirs. */
async function eraseStorage(): Promise<void> {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(storagePrefix)) localStorage.removeItem(key);
    const databases = (await indexedDB.databases?.()) ?? [];
    for (const { name } of databases) if (name?.startsWith(storagePrefix)) indexedDB.deleteDatabase(name);
  } catch {
    // Where storage is forbidden there is none.
  }
}
