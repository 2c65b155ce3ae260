import { observable, runInAction } from 'mobx';

export interface Toast {
  id: number;
  text: string;
  offer?: Offer;
}

/** Action offered with a message. */
export interface Offer {
  label: string;
  do: () => void;
}

export interface Dialog {
  text: string;
  /** Asks yes or no; otherwise only informs. */
  isQuestion: boolean;
  /** Label of the yes button, which names the action. */
  label?: string | undefined;
  answer: (yes: boolean) => void;
}

const toastMs = 6000;
/** Long enough to reach the button by keyboard or voice (WCAG 2.2.1). */
const offerMs = 30_000;

/** Toasts and dialogs, rendered by `Feedback`. */
export class FeedbackStore {
  readonly #toasts = observable.array<Toast>([], { deep: false });
  readonly #dialog = observable.box<Dialog | undefined>(undefined, { deep: false });
  #number = 0;

  get toasts(): readonly Toast[] {
    return this.#toasts;
  }

  get dialog(): Dialog | undefined {
    return this.#dialog.get();
  }

  /** Shows a toast. A repeated message replaces the earlier one. */
  toast(text: string, offer?: Offer): void {
    const toast: Toast = { id: ++this.#number, text, ...(offer ? { offer } : {}) };
    runInAction(() => this.#toasts.replace([...this.#toasts.filter((each) => each.text !== text).slice(-2), toast]));
    setTimeout(() => this.dismiss(toast.id), offer ? offerMs : toastMs);
  }

  dismiss(id: number): void {
    runInAction(() => this.#toasts.replace(this.#toasts.filter((toast) => toast.id !== id)));
  }

  /** Shows a message that must be acknowledged. */
  async alert(text: string): Promise<void> {
    await this.#open(text, false);
  }

  ask(question: string, label?: string): Promise<boolean> {
    return this.#open(question, true, label);
  }

  #open(text: string, isQuestion: boolean, label?: string): Promise<boolean> {
    return new Promise((resolve) => {
      const answer = (yes: boolean) => {
        runInAction(() => this.#dialog.set(undefined));
        resolve(yes);
      };
      this.#dialog.get()?.answer(false);
      runInAction(() => this.#dialog.set({ text, isQuestion, label, answer }));
    });
  }
}
