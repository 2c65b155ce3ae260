import { observable, runInAction } from 'mobx';

/** Chromium's offer to put the app on the homescreen; other browsers have none (W3C, Manifest Incubations). */
interface InstallEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/** Keeps the browser's offer until the person asks for it, in place of a bar that comes by itself. */
export class InstallPrompt {
  readonly #offer = observable.box<InstallEvent | undefined>(undefined, { deep: false });

  /** Listen early: the offer comes once, soon after the page. */
  listen(target: Window): void {
    target.addEventListener('beforeinstallprompt', (event) => {
      event.preventDefault();
      runInAction(() => this.#offer.set(event as InstallEvent));
    });
    target.addEventListener('appinstalled', () => this.#forget());
  }

  get canInstall(): boolean {
    return this.#offer.get() !== undefined;
  }

  /** Asks the person through the browser; an offer serves once. */
  async install(): Promise<void> {
    const offer = this.#offer.get();
    if (!offer) return;
    this.#forget();
    await offer.prompt();
  }

  #forget(): void {
    runInAction(() => this.#offer.set(undefined));
  }
}
