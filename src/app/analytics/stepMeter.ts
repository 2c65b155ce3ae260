import { reaction } from 'mobx';
import { withoutItem } from '../../../engine/flow/instances.ts';
import type { ScreenModel } from '../../../engine/react/screen/screenModel.ts';
import { fieldOfPath } from './events.ts';
import { stepOn } from './observe.ts';
import type { StepBatch } from './sendStepCounts.ts';

type StepEvent = StepBatch['events'][number];

export interface MeterOptions {
  /** The person's consent. Observable. Without it nothing is stored or sent. */
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

/** The largest batch that the server accepts. */
const atOnce = 60;
/** Delay before problems are counted, so that the current key press has been processed. */
const afterMs = 300;

/**
 * Records what happens in each step under ids from the configuration, never an answer, and each event once per visit. Sends the events when
 * the step is saved and when the page is hidden, because a hidden page may never run again.
 */
export class StepMeter {
  readonly #options: MeterOptions;
  #flow = '';
  #step: string | undefined;
  #field: string | undefined;
  /** The events already recorded in this visit to the step. */
  #noted = new Set<string>();
  #waiting = new Map<string, StepEvent>();

  constructor(options: MeterOptions) {
    this.#options = options;
  }

  /** Starts recording. Returns a function that stops it. */
  follow({ screen, onDone, page }: Followed): () => void {
    const stopping = new AbortController();
    const listen = (type: string, listener: (event: Event) => void) =>
      page.addEventListener(type, listener, { signal: stopping.signal, passive: true });
    listen('focusin', ({ target }) => (this.#field = fieldAround(target) ?? this.#field));
    // Listens to `change`, because `input` would fire at each key press.
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

  /** Records once per visit that the person left the step without saving it. */
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

/** Problems found on the device. The server counts its own. */
function problemsOn(screen: ScreenModel | undefined): { field: string; code: string }[] {
  const form = screen?.step?.form;
  const session = form === undefined ? undefined : screen?.form(withoutItem(form));
  if (!session || session.refused) return [];
  return session.visibleProblems.map(({ path, code }) => ({ field: fieldOfPath(path), code }));
}
