import { observable, runInAction } from 'mobx';

/** Chromium's install prompt; other browsers have none (W3C, Manifest Incubations). */
interface InstallEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/** Holds back the browser's install prompt until the person asks for it. */
export class InstallPrompt {
  readonly #offer = observable.box<InstallEvent | undefined>(undefined, { deep: false });

  /** Call it early: the event fires once, soon after the page loads. */
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

  /** Shows the prompt. The browser allows this once for each event. */
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
