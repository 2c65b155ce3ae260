import { reaction } from 'mobx';
import { withoutItem } from '../../../engine/flow/instances.ts';
import type { ScreenModel } from '../../../engine/react/screen/screenModel.ts';
import { fieldOfPath } from './events.ts';
import { stepOn } from './observe.ts';
import type { StepBatch } from './sendStepCounts.ts';

type StepEvent = StepBatch['events'][number];

export interface MeterOptions {
  /** The person's consent. Observable. Without it nothing is kept or sent. */
  isAllowed: () => boolean;
  send: (batch: StepBatch) => Promise<void>;
}

export interface Followed {
  /** The visible screen. Observable. */
  screen: () => ScreenModel | undefined;
  /** Subscribes to completed operations. */
  onDone: (listener: (operation: string) => void) => () => void;
  page: Pick<Document, 'addEventListener' | 'visibilityState'>;
}

/** The largest batch that the server takes. */
const atOnce = 60;
/** Problems are looked at after the key press that caused them. */
const afterMs = 300;

/**
 * Notes what happens in each step by the names of the configuration, never an answer: each once a visit. Sends it when the step is saved, and
 * when the page is hidden, because a hidden page may never run again.
 */
export class StepMeter {
  readonly #options: MeterOptions;
  #flow = '';
  #step: string | undefined;
  #field: string | undefined;
  /** What the visit of this step has noted. */
  #noted = new Set<string>();
  #waiting = new Map<string, StepEvent>();

  constructor(options: MeterOptions) {
    this.#options = options;
  }

  /** Returns a function that stops it. */
  follow({ screen, onDone, page }: Followed): () => void {
    const stopping = new AbortController();
    const listen = (type: string, listener: (event: Event) => void) =>
      page.addEventListener(type, listener, { signal: stopping.signal, passive: true });
    listen('focusin', ({ target }) => (this.#field = fieldAround(target) ?? this.#field));
    // Not at each key press.
    listen('change', ({ target }) => this.#changed(fieldAround(target)));
    listen('visibilitychange', () => page.visibilityState === 'hidden' && this.#hidden());
    const stops = [
      reaction(
        () => stepOn(screen()),
        (place) => this.#opened(place),
        { fireImmediately: true, equals: (one, other) => one?.flow === other?.flow && one?.step === other?.step },
      ),
      reaction(
        () => problemsOn(screen()),
        (problems) => problems.forEach(({ field, code }) => this.#note({ event: 'refused', field, code })),
        { delay: afterMs, equals: (one, other) => JSON.stringify(one) === JSON.stringify(other) },
      ),
      reaction(this.#options.isAllowed, (allowed) => allowed || this.#waiting.clear()),
      onDone((operation) => operation === 'flows.saveStep' && this.#saved()),
      () => stopping.abort(),
    ];
    return () => stops.forEach((stop) => stop());
  }

  #opened(place: { flow: string; step: string } | undefined): void {
    this.#leave();
    if (place?.flow !== this.#flow) this.#flush();
    this.#flow = place?.flow ?? '';
    this.#step = place && withoutItem(place.step);
    this.#field = undefined;
    this.#noted = new Set();
    this.#note({ event: 'seen' });
  }

  #changed(field: string | undefined): void {
    this.#note({ event: 'begun' });
    if (field !== undefined) this.#note({ event: 'begun', field });
  }

  #saved(): void {
    this.#noted.add('left');
    this.#flush();
  }

  #hidden(): void {
    this.#leave();
    this.#flush();
  }

  /** Notes once a visit that the step was left before it was saved. */
  #leave(): void {
    if (this.#noted.has('left')) return;
    this.#note({ event: 'left', ...(this.#field === undefined ? {} : { field: this.#field }) });
    this.#noted.add('left');
  }

  #note(event: Omit<StepEvent, 'step'>): void {
    const key = JSON.stringify(event);
    if (this.#step === undefined || this.#noted.has(key) || !this.#options.isAllowed()) return;
    this.#noted.add(key);
    const full = { step: this.#step, ...event };
    this.#waiting.set(JSON.stringify(full), full);
    if (this.#waiting.size >= atOnce) this.#flush();
  }

  #flush(): void {
    const events = [...this.#waiting.values()];
    this.#waiting.clear();
    if (events.length > 0 && this.#options.isAllowed()) void this.#options.send({ flow: this.#flow, events }).catch(() => undefined);
  }
}

function fieldAround(target: EventTarget | null): string | undefined {
  const { closest } = (target ?? {}) as Partial<Element>;
  return closest?.call(target, '[data-field]')?.getAttribute('data-field') ?? undefined;
}

/** The problems that the device found. The server counts its own. */
function problemsOn(screen: ScreenModel | undefined): { field: string; code: string }[] {
  const form = screen?.step?.form;
  const session = form === undefined ? undefined : screen?.form(withoutItem(form));
  if (!session || session.refused) return [];
  return session.visibleProblems.map(({ path, code }) => ({ field: fieldOfPath(path), code }));
}
