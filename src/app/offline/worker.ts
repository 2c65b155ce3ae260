interface Options {
  /** Addresses of parts that came within the page. */
  inPage: readonly string[];
  /** Another build of the app was installed while this page is open. */
  onNewBuild: () => void;
}

const updateEveryMs = 60 * 60_000;

/** Has the service worker keep what this page runs on, and follows it. Comes after the page is painted, in a chunk of its own. */
export async function followWorker({ inPage, onNewBuild }: Options): Promise<void> {
  const { serviceWorker } = navigator;
  // The first worker of a device is no news.
  let isFirst = serviceWorker.controller === null;
  serviceWorker.addEventListener('controllerchange', () => {
    if (!isFirst) onNewBuild();
    isFirst = false;
  });
  const registration = await serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  const ready = await serviceWorker.ready;
  ready.active?.postMessage([...loadedUrls(), ...inPage.map((address) => new URL(address, location.href).href)]);
  askForUpdates(registration);
}

/** While developing no worker must stand between a file and the page. */
export async function removeWorkers(): Promise<void> {
  const registrations = await navigator.serviceWorker.getRegistrations();
  await Promise.all(registrations.map((registration) => registration.unregister()));
}

/** What the page loaded before there was a worker to keep it. */
const loadedUrls = () => performance.getEntriesByType('resource').map(({ name }) => name);

/** A browser looks for another worker when a page is opened; ours may stay open for days. */
function askForUpdates(registration: ServiceWorkerRegistration): void {
  let asked = performance.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || performance.now() - asked < updateEveryMs) return;
    asked = performance.now();
    registration.update().catch(() => undefined);
  });
}
