import type { Boot } from '../boot.ts';
import type { AnalyticsEvent } from './events.ts';
import type { AnalyticsSdk } from './tracker.ts';

/**
 * The part of the Adjust web SDK that is used here (dev.adjust.com, Web SDK). The specification's campaign, adgroup, creative and app token
 * are Adjust's terms. Another SDK gets a file like this one.
 */
interface Adjust {
  initSdk(options: { appToken: string; environment: 'production' | 'sandbox' }): void;
  trackEvent(event: { eventToken: string; callbackParams: { key: string; value: string }[] }): void;
  stop(): void;
  restart(): void;
}

type Settings = NonNullable<Boot['settings']['analytics']>;

/** Prefix of the SDK's keys in local storage and of its database. */
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
      // Adjust knows only events with a token.
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

/** Removes what a page can reach. Data under another origin stays there. */
async function eraseStorage(): Promise<void> {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(storagePrefix)) localStorage.removeItem(key);
    const databases = (await indexedDB.databases?.()) ?? [];
    for (const { name } of databases) if (name?.startsWith(storagePrefix)) indexedDB.deleteDatabase(name);
  } catch {
    // Where storage is forbidden there is nothing to remove.
  }
}
