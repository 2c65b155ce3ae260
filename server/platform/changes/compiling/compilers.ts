import { Worker } from 'node:worker_threads';
import { codeFile } from '../../codeFile.ts';
import type { Answer, Compiled, Question } from './messages.ts';

/** Answers of one kind of question. */
type Wanted<Wants extends Compiled['wants']> = Extract<Compiled, { wants: Wants }>;

/** One for each application over its active release, and some for changes that are behind. Each may hold hundreds of MB. */
const mostWarm = 4;
const mostKnown = 100;
/** A question that takes longer ends the worker: a configuration must not stop everybody else's. */
const longestMs = 60_000;
const megabytes = 1024;

interface Waiting {
  resolve: (result: Compiled) => void;
  reject: (error: Error) => void;
  timer: NodeJS.Timeout;
}

/** Compiles changes in a thread beside the traffic. The thread starts with the first question. */
export class ChangeCompilers {
  private worker: Worker | undefined;
  private readonly waiting = new Map<number, Waiting>();
  /** The latest answer to each kind of question about a change, the oldest first. */
  private readonly known = new Map<string, { version: string; answer: Promise<Compiled> }>();
  private lastId = 0;
  private readonly projectDir: string;

  constructor(projectDir: string) {
    this.projectDir = projectDir;
  }

  /** Rejects if the worker fails or takes more than a minute. The next question starts another. */
  ask<Wants extends Compiled['wants']>(question: Omit<Question, 'id' | 'wants'> & { wants: Wants }): Promise<Wanted<Wants>> {
    // A whole release is large, and wanted once. Of conditions there are many; decisions depend on more than the change.
    if (question.wants === 'release' || question.wants === 'condition' || question.decisions)
      return this.send(question) as Promise<Wanted<Wants>>;
    const key = `${question.wants} ${question.change}`;
    const known = this.known.get(key);
    if (known?.version === question.version) return known.answer as Promise<Wanted<Wants>>;
    const answer = this.send(question);
    this.known.delete(key);
    this.known.set(key, { version: question.version, answer });
    if (this.known.size > mostKnown) this.known.delete(this.known.keys().next().value ?? '');
    answer.catch(() => this.known.delete(key));
    return answer as Promise<Wanted<Wants>>;
  }

  private send(question: Omit<Question, 'id'>): Promise<Compiled> {
    const id = (this.lastId += 1);
    return new Promise((resolve, reject) => {
      const worker = (this.worker ??= this.start());
      const timer = setTimeout(() => this.fail(worker, new Error('Compiling took too long.')), longestMs);
      this.waiting.set(id, { resolve, reject, timer });
      worker.ref();
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      worker.postMessage({ ...question, id });
    });
  }

  async stop(): Promise<void> {
    const { worker } = this;
    this.worker = undefined;
    await worker?.terminate();
    this.refuseAll(new Error('The server stops.'));
  }

  private start(): Worker {
    const worker = new Worker(codeFile('./compileWorker', import.meta.url), {
      workerData: { projectDir: this.projectDir, mostWarm },
      resourceLimits: { maxOldGenerationSizeMb: megabytes },
    });
    worker.on('message', ({ id, ...answer }: Answer | { id: number; error: string }) => {
      const asked = this.waiting.get(id);
      if (!asked) return;
      this.waiting.delete(id);
      clearTimeout(asked.timer);
      if (this.waiting.size === 0) worker.unref();
      if ('error' in answer) asked.reject(new Error(answer.error));
      else asked.resolve(answer.result);
    });
    worker.on('error', (error) => this.fail(worker, error));
    worker.on('exit', () => this.fail(worker, new Error('The compiler stopped.')));
    worker.unref();
    return worker;
  }

  private fail(worker: Worker, error: Error): void {
    if (this.worker !== worker) return;
    this.worker = undefined;
    void worker.terminate();
    this.refuseAll(error);
  }

  private refuseAll(error: Error): void {
    const refused = [...this.waiting.values()];
    this.waiting.clear();
    for (const { reject, timer } of refused) {
      clearTimeout(timer);
      reject(error);
    }
  }
}
