interface Options {
  /** Addresses of parts that the page contained. */
  inPage: readonly string[];
  /** Called when another build of the app was installed while this page is open. */
  onNewBuild: () => void;
}

const updateEveryMs = 60 * 60_000;

/** Lets the service worker cache this page's files and follows its updates. Loads after the first paint, in its own chunk. */
export async function followWorker({ inPage, onNewBuild }: Options): Promise<void> {
  const { serviceWorker } = navigator;
  // The first worker of a device is not an update.
  let isFirst = serviceWorker.controller === null;
  serviceWorker.addEventListener('controllerchange', () => {
    if (!isFirst) onNewBuild();
    isFirst = false;
  });
  const registration = await serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  const ready = await serviceWorker.ready;
  ready.active?.postMessage([...loadedUrls(), ...inPage.map((address) => new URL(address, location.href).href)]);
  checkForUpdates(registration);
}

/** In development no service worker may cache files. */
export async function removeWorkers(): Promise<void> {
  const registrations = await navigator.serviceWorker.getRegistrations();
  await Promise.all(registrations.map((registration) => registration.unregister()));
}

/** Files that the page loaded before there was a worker to cache them. */
const loadedUrls = () => performance.getEntriesByType('resource').map(({ name }) => name);

/** A browser checks for a new worker only when a page is opened, and this page may stay open for days. */
function checkForUpdates(registration: ServiceWorkerRegistration): void {
  let checkedAt = performance.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || performance.now() - checkedAt < updateEveryMs) return;
    checkedAt = performance.now();
    registration.update().catch(() => undefined);
  });
}
