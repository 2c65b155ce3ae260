import { EventEmitter } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Previews } from '../../../server/platform/preview/previews.ts';
import type { ServerSettings } from '../../../server/platform/settings.ts';

const started = vi.hoisted((): { children: unknown[] } => ({ children: [] }));

class FakeChild extends EventEmitter {
  kill = vi.fn<(signal: string) => boolean>();
  send(): void {}
  unref(): void {}
}
vi.mock('node:child_process', () => ({
  fork: () => {
    const child = new FakeChild();
    started.children.push(child);
    return child;
  },
}));

const child = (index: number) => started.children[index] as FakeChild;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('T03 a world that does not answer is ended, and the next question starts another', async () => {
  const settings = { dataDir: mkdtempSync(join(tmpdir(), 'previews-')), projectDir: '', configDir: '', distDir: '', host: '' };
  const previews = new Previews({ settings: settings as unknown as ServerSettings, log: { warn: () => {} } });
  expect(previews.begin()).toBe('starting');
  child(0).emit('message', { is: 'ready' });
  expect(previews.begin()).toBe('ready');
  const answers = Promise.all(['one', 'two'].map((link) => previews.endLink(link).catch((error: Error) => error.message)));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await answers).toEqual(['The preview does not answer.', 'The preview does not answer.']);
  expect(child(0).kill).toHaveBeenCalledWith('SIGKILL');
  child(0).emit('exit', null);
  expect(previews.begin()).toBe('starting');
  child(1).emit('message', { is: 'ready' });
  expect(previews.begin()).toBe('ready');
  expect(child(1).kill).not.toHaveBeenCalled();
});
