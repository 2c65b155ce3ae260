import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ChangeCompilers } from '../../../server/platform/changes/compiling/compilers.ts';
import type { SourceFile } from '../../../engine/compiler/types.ts';
import type { FileEdit, Sent } from '../../../server/platform/changes/compiling/messages.ts';

type Posted = Sent;

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
  // Hoisting runs the mock before the class exists, so refer to it lazily.
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

const ask = (
  change: string,
  edits: readonly FileEdit[] = [],
  before: { files: readonly SourceFile[]; hash: string } = { files: [], hash: '' },
) =>
  compilers.ask({ change, version: '', application: 'main', edits, before, wants: 'problems' }).then(
    () => 'answered',
    (error: Error) => error.message,
  );

test('T02 the minute of a question starts when the worker takes it, however long it waited', async () => {
  const answers = ['one', 'two', 'three'].map((change) => ask(change));
  for (const change of ['one', 'two', 'three']) {
    expect(posted().at(-1)).toBe(change);
    await vi.advanceTimersByTimeAsync(59_000);
    worker(0).answer();
  }
  expect(await Promise.all(answers)).toEqual(['answered', 'answered', 'answered']);
  expect(posted()).toEqual(['one', 'two', 'three']);
});

test('T02 a question that takes too long ends the worker and fails alone', async () => {
  const answers = ['long', 'short'].map((change) => ask(change));
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
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['The server is shutting down.']));
});

test('T02 a worker gets the files of a release once, and then only what differs; a new worker gets them again', async () => {
  const before = { files: ['a', 'b', 'c'].map((path) => ({ path, text: path })), hash: 'release' };
  const edits = [
    { path: 'a', text: 'edited' },
    { path: 'b', text: null },
  ];
  const answers = ['one', 'two'].map((change) => ask(change, edits, before));
  expect(worker(0).posted[0]).toMatchObject({ before, edits });
  worker(0).answer();
  expect(worker(0).posted[1]).toMatchObject({ before: { hash: 'release' }, edits });
  expect(worker(0).posted[1]?.before).not.toHaveProperty('files');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await Promise.all(answers)).toEqual(['answered', 'Compiling took too long.']);
  const again = ask('three', edits, before);
  expect(worker(1).posted[0]).toMatchObject({ before, edits });
  worker(1).answer();
  expect(await again).toBe('answered');
});
