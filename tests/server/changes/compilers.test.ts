import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ChangeCompilers } from '../../../server/platform/changes/compiling/compilers.ts';

interface Posted {
  id: number;
  change: string;
}

const started = vi.hoisted((): { workers: unknown[] } => ({ workers: [] }));

class FakeWorker extends EventEmitter {
  posted: Posted[] = [];
  isTerminated = false;
  constructor() {
    super();
    started.workers.push(this);
  }
  postMessage(question: Posted): void {
    this.posted.push(question);
  }
  ref(): void {}
  unref(): void {}
  terminate(): Promise<number> {
    this.isTerminated = true;
    return Promise.resolve(0);
  }
  answer(): void {
    this.emit('message', { id: this.posted.at(-1)?.id, result: { wants: 'problems', diagnostics: [] } });
  }
}
vi.mock('node:worker_threads', () => ({
  // The mock is made before the class.
  Worker: function Worker() {
    return new FakeWorker();
  },
}));

const worker = (index: number) => started.workers[index] as FakeWorker;
const posted = (index = 0) => worker(index).posted.map(({ change }) => change);

let compilers: ChangeCompilers;
beforeEach(() => {
  vi.useFakeTimers();
  started.workers.length = 0;
  compilers = new ChangeCompilers('nowhere');
});
afterEach(() => void vi.useRealTimers());

const ask = (change: string) =>
  compilers.ask({ change, version: '', application: 'main', files: [], before: { files: [], hash: '' }, wants: 'problems' }).then(
    () => 'answered',
    (error: Error) => error.message,
  );

test('T02 the minute of a question starts when the worker takes it, however long it waited', async () => {
  const answers = ['one', 'two', 'three'].map(ask);
  for (const change of ['one', 'two', 'three']) {
    expect(posted().at(-1)).toBe(change);
    await vi.advanceTimersByTimeAsync(59_000);
    worker(0).answer();
  }
  expect(await Promise.all(answers)).toEqual(['answered', 'answered', 'answered']);
  expect(posted()).toEqual(['one', 'two', 'three']);
});

test('T02 a question that takes too long ends the worker and fails alone', async () => {
  const answers = ['long', 'short'].map(ask);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(worker(0).isTerminated).toBe(true);
  expect(posted(1)).toEqual(['short']);
  worker(0).answer();
  worker(1).answer();
  expect(await Promise.all(answers)).toEqual(['Compiling took too long.', 'answered']);
});

test('T02 a hundred questions wait at most, and the next is refused at once', async () => {
  const answers = Array.from({ length: 101 }, (_, index) => ask(`change ${index}`));
  expect(await ask('one more')).toBe('unavailable');
  await compilers.stop();
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['The server stops.']));
});
