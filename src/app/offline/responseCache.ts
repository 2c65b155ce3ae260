import type { ScreenData } from '../../../engine/config/screen.ts';
import { isPlainObject } from '../../../engine/form/empty.ts';
import type { DraftStore } from '../../../engine/session/draftStore.ts';
import type { Boot } from '../boot.ts';
import type { ClientState } from '../state/clientState.ts';
import { whenIdle } from '../whenIdle.ts';

/** Entry in the store of drafts. */
const name = 'answers';

/** More than the responses that all screens cache on one subject, for a few subjects at once. */
const maxAnswers = 60;
const maxCharacters = 100_000;
/** Deadline for writing. A busy page may never become idle, or may be closed first. */
const writtenWithinMs = 1000;

export interface CachedResponse {
  value: unknown;
  /** Session value that holds the response's time. */
  as: string;
  /** ISO 8601: when the server responded, and when the response expires. */
  at: string;
  until: string;
  /** Operations that invalidate the response. */
  invalidatedBy: readonly string[];
}

type Answers = Record<string, CachedResponse>;
type Input = Readonly<Record<string, unknown>>;

const dayMs = 86_400_000;
const keyOf = ({ op }: ScreenData, input: Input) => `${op} ${JSON.stringify(input)}`;

export interface ResponseCacheOptions {
  /** Encrypts its values; erased at logout. */
  store: DraftStore;
  /** Receives the times, under the names from the screen's data. */
  state: Pick<ClientState, 'set' | 'customerId' | 'keptNames'>;
  /** Customer whose responses these are. Responses of anybody else are dropped. */
  owner: string | undefined;
  /** Responses stored under another contract may have another shape, so they are dropped. */
  boot: Pick<Boot, 'contract' | 'release'>;
  now?: () => Date;
  /** Calls back when the page is idle. */
  later?: (work: () => void) => void;
}

/** Cached server responses of one person, as `keep` of a screen's data requests. One entry in the store of drafts. */
export class ResponseCache {
  readonly #options: Required<ResponseCacheOptions>;
  readonly #version: string;
  readonly #answers: Promise<Answers>;
  #isOver = false;
  #isWaiting = false;
  #writing: Promise<void> = Promise.resolve();

  constructor(options: ResponseCacheOptions) {
    this.#options = { now: () => new Date(), later: (work) => whenIdle(work, writtenWithinMs), ...options };
    this.#version = `${options.boot.contract} ${options.boot.release}`;
    this.#answers = this.#load();
  }

  async read(data: ScreenData, input: Input): Promise<CachedResponse | undefined> {
    const answer = (await this.#answers)[keyOf(data, input)];
    const now = this.#options.now().toISOString();
    // If the clock was set back, the age is unknown.
    return answer && answer.at <= now && now < answer.until && !this.#isOver ? answer : undefined;
  }

  async keep(data: ScreenData, input: Input, value: unknown): Promise<void> {
    const { keep, invalidatedBy = [] } = data;
    if (!keep) return;
    const now = this.#options.now();
    const until = new Date(now.getTime() + keep.days * dayMs).toISOString();
    (await this.#answers)[keyOf(data, input)] = { value, as: keep.as, at: now.toISOString(), until, invalidatedBy };
    this.#writeLater();
  }

  /** Drops the responses that an operation invalidates. */
  async outdate(operation: string): Promise<void> {
    const answers = await this.#answers;
    const outdated = Object.keys(answers).filter((key) => answers[key]?.invalidatedBy.includes(operation));
    for (const key of outdated) delete answers[key];
    if (outdated.length > 0) this.#writeLater();
  }

  /** Closes the cache: nothing is read or written any more. */
  async forget(): Promise<void> {
    this.#isOver = true;
    const { state } = this.#options;
    for (const each of state.keptNames) state.set(each, {});
    await this.#writing;
    await this.#options.store.drop(name);
  }

  async #load(): Promise<Answers> {
    const { store, owner } = this.#options;
    const kept = await store.load(name).catch(() => undefined);
    const answers = answersIn(kept, owner, this.#version);
    if (kept !== undefined && !answers) await store.drop(name).catch(() => undefined);
    return answers ?? {};
  }

  /** Batches responses that arrive within a moment into one write. */
  #writeLater(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    this.#options.later(() => {
      this.#isWaiting = false;
      // On a full disk nothing is cached, and the next visit waits for the server.
      if (!this.#isOver) this.#writing = this.#write().catch(() => undefined);
    });
  }

  async #write(): Promise<void> {
    const { store, state, owner } = this.#options;
    const all = await this.#answers;
    for (const key of newestFirst(all).slice(maxAnswers)) delete all[key];
    const answers = small(all);
    await store.save(name, { owner, version: this.#version, answers });
    if (this.#isOver || owner !== state.customerId) return;
    const times = new Map<string, string>();
    for (const { as, at } of Object.values(answers)) if (at > (times.get(as) ?? '')) times.set(as, at);
    for (const [as, at] of times) state.set(`${as}.at`, at);
  }
}

function answersIn(kept: unknown, owner: string | undefined, version: string): Answers | undefined {
  if (
    !isPlainObject(kept) ||
    owner === undefined ||
    kept['owner'] !== owner ||
    kept['version'] !== version ||
    !isPlainObject(kept['answers'])
  )
    return undefined;
  return Object.values(kept['answers']).every(isAnswer) ? (kept['answers'] as Answers) : undefined;
}

const isAnswer = (answer: unknown): boolean =>
  isPlainObject(answer) &&
  [answer['as'], answer['at'], answer['until']].every((part) => typeof part === 'string') &&
  Array.isArray(answer['invalidatedBy']);

const newestFirst = (answers: Answers): string[] =>
  Object.entries(answers)
    .sort(([, left], [, right]) => right.at.localeCompare(left.at))
    .map(([key]) => key);

/** Large responses last as long as the page. */
const small = (answers: Answers): Answers =>
  Object.fromEntries(Object.entries(answers).filter(([, { value }]) => JSON.stringify(value).length <= maxCharacters));
