import { Worker } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { codeFile } from '../../codeFile.ts';
import { ProblemError } from '../../problem.ts';
import { type Answer, type Compiled, mostBases, type Question, type Sent } from './messages.ts';

/** The answer to one kind of question. */
type Wanted<Wants extends Compiled['wants']> = Extract<Compiled, { wants: Wants }>;

/** One for each application over its active release, plus some for changes over older releases if there is room (warm.ts). */
const mostWarm = 4;
const mostKnown = 100;
/** An answer with more findings is not cached, because it would take the memory of many others. */
const mostFindings = 2000;
/** A question that takes longer terminates the worker, so that one configuration cannot block everybody else's. */
const longestMs = 60_000;
/** Maximum old-generation heap of the worker. With more, the garbage collector runs later and edits are no faster (bench/studio). */
const megabytes = 1024;

/** Maximum length of the queue. Beyond it, somebody asks faster than anybody could read. */
const mostWaiting = 100;

const isLarge = (found: Compiled): boolean => 'diagnostics' in found && found.diagnostics.length > mostFindings;

const basesOfWorker = () => new LRUCache<string, true>({ max: mostBases });

interface Waiting {
  question: Question;
  resolve: (result: Compiled) => void;
  reject: (error: Error) => void;
}

/**
 * Compiles changes in a worker thread alongside the traffic. The worker starts with the first question and gets one question at a time. So
 * the time limit of a question does not include its wait in the queue, and a question that takes too long fails alone.
 */
export class ChangeCompilers {
  private worker: Worker | undefined;
  /** The question that the worker is answering. */
  private current: (Waiting & { timer: NodeJS.Timeout }) | undefined;
  private readonly waiting: Waiting[] = [];
  /** Cache of the latest answer to each kind of question about a change. */
  private readonly known = new LRUCache<string, { version: string; answer: Promise<Compiled> }>({ max: mostKnown });
  /** Hashes of the releases that the worker already has. */
  private bases = basesOfWorker();
  private lastId = 0;
  private readonly projectDir: string;

  constructor(projectDir: string) {
    this.projectDir = projectDir;
  }

  /**
   * Rejects if the worker fails or takes more than a minute; the next question starts a new worker. Refuses with `unavailable` if the queue
   * is full.
   */
  ask<Wants extends Compiled['wants']>(question: Omit<Question, 'id' | 'wants'> & { wants: Wants }): Promise<Wanted<Wants>> {
    // Not cached: a whole release is large and wanted once, conditions are many, and decisions depend on more than the change.
    if (question.wants === 'release' || question.wants === 'condition' || question.decisions)
      return this.send(question) as Promise<Wanted<Wants>>;
    const key = `${question.wants} ${question.change}`;
    const known = this.known.get(key);
    if (known?.version === question.version) return known.answer as Promise<Wanted<Wants>>;
    const answer = this.send(question);
    this.known.set(key, { version: question.version, answer });
    const forget = () => void (this.known.get(key)?.answer === answer && this.known.delete(key));
    answer.then((found) => void (isLarge(found) && forget()), forget);
    return answer as Promise<Wanted<Wants>>;
  }

  private send(question: Omit<Question, 'id'>): Promise<Compiled> {
    if (this.waiting.length >= mostWaiting)
      return Promise.reject(new ProblemError('unavailable', { detail: 'Too many compile requests are waiting. Try again in a minute.' }));
    return new Promise((resolve, reject) => {
      this.waiting.push({ question: { ...question, id: (this.lastId += 1) }, resolve, reject });
      this.next();
    });
  }

  /** Sends the next question to the worker if it is idle. */
  private next(): void {
    const asked = this.current ? undefined : this.waiting.shift();
    if (!asked) return;
    const worker = (this.worker ??= this.start());
    const timer = setTimeout(() => this.fail(worker, new Error('Compiling took too long.')), longestMs);
    this.current = { ...asked, timer };
    worker.ref();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage(this.sent(asked.question));
  }

  private sent({ before: { hash, files }, ...question }: Question): Sent {
    const isKnown = this.bases.get(hash);
    if (!isKnown) this.bases.set(hash, true);
    return { ...question, before: { hash, ...(!isKnown && { files }) } };
  }

  async stop(): Promise<void> {
    const { worker } = this;
    const error = new Error('The server is shutting down.');
    this.worker = undefined;
    for (const { reject } of this.waiting.splice(0)) reject(error);
    this.settle(({ reject }) => reject(error));
    await worker?.terminate();
  }

  private start(): Worker {
    this.bases = basesOfWorker();
    const worker = new Worker(codeFile('./compileWorker', import.meta.url), {
      workerData: { projectDir: this.projectDir, mostWarm },
      resourceLimits: { maxOldGenerationSizeMb: megabytes },
    });
    worker.on('message', ({ id, ...answer }: Answer | { id: number; error: string }) => {
      if (this.current?.question.id !== id) return;
      worker.unref();
      this.settle(({ resolve, reject }) => ('error' in answer ? reject(new Error(answer.error)) : resolve(answer.result)));
    });
    worker.on('error', (error) => this.fail(worker, error));
    worker.on('exit', () => this.fail(worker, new Error('The compiler stopped.')));
    worker.unref();
    return worker;
  }

  /** Terminates a worker, which fails the question it is answering. Queued questions go to a new worker. */
  private fail(worker: Worker, error: Error): void {
    if (this.worker !== worker) return;
    this.worker = undefined;
    void worker.terminate();
    this.settle(({ reject }) => reject(error));
  }

  private settle(how: (asked: Waiting) => void): void {
    const asked = this.current;
    if (!asked) return;
    this.current = undefined;
    clearTimeout(asked.timer);
    how(asked);
    this.next();
  }
}
