import { expect, test, vi } from 'vitest';
import { FileUpload } from '../../../engine/react/upload/fileUpload.ts';
import type { WaitingFile, WaitingFiles } from '../../../engine/react/waitingFiles.ts';

/** A field on a phone whose network fails until told to work. */
function phone({ queued = false, hasRoom = true } = {}) {
  const kept = new Map<string, WaitingFile>();
  const listeners = new Set<() => void>();
  const answers: (string | undefined)[] = [];
  const it = { code: 'networkAbnormal' as string | undefined, uploads: 0 };
  const waitingFiles: WaitingFiles = {
    keep: async (name, waiting) => hasRoom && Boolean(kept.set(name, await waiting)),
    load: async (name) => kept.get(name),
    drop: async (name) => void kept.delete(name),
    isOnline: () => false,
    onOnline: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const upload = async () => {
    it.uploads += 1;
    if (it.code !== undefined) throw Object.assign(new Error(it.code), { code: it.code });
    return { fileId: 'file-1' };
  };
  const photo = new FileUpload({
    engine: { upload, waitingFiles },
    name: 'feedback.photo',
    purpose: 'feedback',
    queued,
    answer: (value) => answers.push(value),
  });
  photo.start(undefined, () => undefined);
  const comesBack = async () => {
    for (const listener of listeners) listener();
    await vi.waitFor(() => expect(photo.state.stage).not.toBe('sending'));
  };
  return { photo, it, kept, answers, comesBack };
}

const picture = new Blob(['a picture']);

test('a new photo is sent automatically, however often the one before was retried', async () => {
  const { photo, it, comesBack } = phone();
  await photo.send(picture);
  for (let time = 0; time < 6; time++) await comesBack();
  expect([photo.state, it.uploads]).toEqual([{ stage: 'failed', code: 'networkAbnormal' }, 6]);
  await photo.send(picture);
  expect(photo.state.stage).toBe('waiting');
  await comesBack();
  expect(it.uploads).toBe(8);
});

test('V08 in a form that works offline, a placeholder answer represents the photo until it has an id', async () => {
  const { photo, it, kept, answers, comesBack } = phone({ queued: true });
  await photo.send(picture);
  expect([answers, photo.state.stage]).toEqual([['device:feedback.photo'], 'waiting']);
  it.code = undefined;
  await comesBack();
  expect(answers.at(-1)).toBe('file-1');
  await vi.waitFor(() => expect(kept.size).toBe(0));
});

test.each([
  ['is refused', { queued: true }, 'photoProblem', 'photoProblem'],
  ['finds neither a network nor room on the phone', { queued: true, hasRoom: false }, 'networkAbnormal', 'notKept'],
])('V08 no answer stands for a photo that %s', async (_, options, code, shown) => {
  const { photo, it, answers } = phone(options);
  it.code = code;
  await photo.send(picture);
  expect([answers.at(-1), photo.state]).toEqual([undefined, { stage: 'failed', code: shown }]);
});

test('V08 an unreadable photo has no answer', async () => {
  const { photo, it, answers } = phone({ queued: true });
  await photo.send(Promise.reject(new Error('no picture')));
  expect([answers.at(-1), photo.state, it.uploads]).toEqual([undefined, { stage: 'failed', code: 'photoProblem' }, 0]);
});

test('in other forms a photo has no answer until it has an id', async () => {
  const { photo, answers } = phone();
  await photo.send(picture);
  expect(answers).toEqual([]);
});
