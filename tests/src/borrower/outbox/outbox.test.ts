import { expect, test } from 'vitest';
import { ApiProblem, networkAbnormal } from '../../../../src/api/problem.ts';
import { deviceFile } from '../../../../engine/react/waitingFiles.ts';
import { memoryStore } from '../../../../src/app/memoryStore.ts';
import { createWaitingFiles } from '../../../../src/app/offline/waitingFiles.ts';
import { createExclusively } from '../../../../src/app/outbox/exclusively.ts';
import { Outbox } from '../../../../src/app/outbox/outbox.ts';

interface Attempt {
  operation: string;
  input: Record<string, unknown>;
  key: string | undefined;
}

/** A device with its own store, and a server with preset answers. */
function device(store = memoryStore(), exclusively = createExclusively(undefined), ids = 'id') {
  const attempts: Attempt[] = [];
  const sent: string[] = [];
  const uploads: string[] = [];
  const it = {
    online: false,
    owner: 'maria' as string | undefined,
    problem: undefined as ApiProblem | undefined,
    photoProblem: undefined as ApiProblem | undefined,
  };
  const files = createWaitingFiles({ store, customerId: () => it.owner, isOnline: () => it.online, onOnline: () => () => undefined });
  let number = 0;
  const outbox = new Outbox({
    call: async (operation, input, { idempotencyKey: key }) => {
      attempts.push({ operation, input, key });
      if (it.problem) throw it.problem;
      if (!it.online) throw new ApiProblem(networkAbnormal);
      return { number: `FB-${attempts.length}` };
    },
    store,
    files,
    upload: async ({ file, purpose }) => {
      if (!it.online) throw new ApiProblem(networkAbnormal);
      if (it.photoProblem) throw it.photoProblem;
      uploads.push(`${purpose}: ${await file.text()}`);
      return `file-${uploads.length}`;
    },
    exclusively,
    customerId: () => it.owner,
    onSent: ({ id }) => sent.push(id),
    report: (error) => expect.unreachable(String(error)),
    newId: () => `${ids}-${++number}`,
  });
  const take = (name: string, photo: string) => files.keep(name, { file: new Blob([photo]), purpose: 'feedback' });
  return { outbox, attempts, sent, uploads, it, store, exclusively, files, take };
}

const op = 'feedback.send';
const states = (outbox: Outbox) => outbox.requests(op).map(({ state }) => state);

test('an unsent request waits, is sent with the same key when the network is back, and is announced', async () => {
  const { outbox, attempts, sent, it } = device();
  expect(await outbox.send(op, { text: 'hello' })).toBe('waiting');
  expect(states(outbox)).toEqual(['waiting']);
  it.online = true;
  await outbox.flush();
  expect(outbox.requests(op)).toMatchObject([{ state: 'sent', result: { number: 'FB-2' } }]);
  expect(attempts.map(({ key }) => key)).toEqual(['id-1', 'id-1']);
  expect(sent).toEqual(['id-1']);
});

test('a request is stored before it is sent and survives the page', async () => {
  const { outbox, store } = device();
  await outbox.send(op, { text: 'hello' });
  const later = device(store);
  later.it.online = true;
  await later.outbox.open();
  expect(later.attempts).toEqual([{ operation: op, input: { text: 'hello' }, key: 'id-1' }]);
  expect(states(later.outbox)).toEqual(['sent']);
});

test('a sent request is kept without its text', async () => {
  const { outbox, it, store } = device();
  it.online = true;
  await outbox.send(op, { text: 'a secret' });
  expect(JSON.stringify(await store.load('outbox.maria'))).not.toContain('a secret');
});

test('an immediate refusal is shown at its field, and the request does not wait', async () => {
  const { outbox, it } = device();
  it.problem = new ApiProblem('invalidAnswers', { status: 422 });
  await expect(outbox.send(op, {})).rejects.toMatchObject({ code: 'invalidAnswers' });
  expect(states(outbox)).toEqual([]);
});

test('a request refused later stays, with the reason', async () => {
  const { outbox, it } = device();
  await outbox.send(op, {});
  it.problem = new ApiProblem('invalidAnswers', { status: 422 });
  await outbox.flush();
  expect(outbox.requests(op)).toMatchObject([{ state: 'refused', code: 'invalidAnswers' }]);
});

test.each(['unauthenticated', 'tooFrequent', 'unavailable'])('a temporary refusal loses nothing: %s', async (code) => {
  const { outbox, it } = device();
  it.problem = new ApiProblem(code, { status: 400 });
  expect(await outbox.send(op, {})).toBe('waiting');
  await outbox.flush();
  expect(states(outbox)).toEqual(['waiting']);
});

test('another person at the device neither sees nor sends it', async () => {
  const { outbox, attempts, it } = device();
  await outbox.send(op, { text: 'hello' });
  outbox.forget();
  it.owner = 'ben';
  it.online = true;
  await outbox.open();
  expect([states(outbox), attempts.length]).toEqual([[], 1]);
  it.owner = 'maria';
  await outbox.open();
  expect(states(outbox)).toEqual(['sent']);
});

test('two parallel flushes send once', async () => {
  const { outbox, attempts, it } = device();
  await outbox.send(op, {});
  it.online = true;
  await Promise.all([outbox.flush(), outbox.flush(), outbox.open()]);
  expect(attempts).toHaveLength(2);
});

const withPhotos = { answers: { text: 'hello', photo: deviceFile('feedback.photo'), photo2: deviceFile('feedback.photo2') } };

test('V08 its photos are sent first, each once, and it refers to their stored ids', async () => {
  const { outbox, attempts, uploads, it, take, files } = device();
  await take('feedback.photo', 'one');
  await take('feedback.photo2', 'two');
  expect(await outbox.send(op, withPhotos)).toBe('waiting');
  // Meanwhile the form may take another one.
  expect(await files.load('feedback.photo')).toBeUndefined();
  await take('feedback.photo', 'of another feedback');
  it.online = true;
  it.problem = new ApiProblem('unavailable', { status: 503 });
  await outbox.flush();
  it.problem = undefined;
  await outbox.flush();
  expect(uploads).toEqual(['feedback: one', 'feedback: two']);
  const sentInput = { answers: { text: 'hello', photo: 'file-1', photo2: 'file-2' } };
  expect(attempts).toEqual([
    { operation: op, input: sentInput, key: 'id-1' },
    { operation: op, input: sentInput, key: 'id-1' },
  ]);
  expect(outbox.requests(op)).toMatchObject([{ state: 'sent', files: ['feedback.photo', 'feedback.photo2'] }]);
  expect(await files.load('feedback.photo').then((kept) => kept?.file.text())).toBe('of another feedback');
});

test('V08 its photos survive the page, and their copies are deleted after sending', async () => {
  const { outbox, store, take } = device();
  await take('feedback.photo', 'one');
  await outbox.send(op, { answers: { photo: deviceFile('feedback.photo') } });
  const later = device(store);
  later.it.online = true;
  await later.outbox.open();
  expect([later.uploads, later.attempts[0]?.input]).toEqual([['feedback: one'], { answers: { photo: 'file-1' } }]);
  expect(await store.load('maria.file.outbox.id-1.feedback.photo')).toBeUndefined();
});

test('V08 E06 a refused photo does not delete the text', async () => {
  const { outbox, attempts, it, take } = device();
  await take('feedback.photo', 'no picture');
  await take('feedback.photo2', 'no picture either');
  await outbox.send(op, withPhotos);
  it.online = true;
  it.photoProblem = new ApiProblem('photoProblem', { status: 422 });
  await outbox.flush();
  expect(attempts.at(-1)?.input).toEqual({ answers: { text: 'hello' } });
  expect(outbox.requests(op)).toMatchObject([{ state: 'sent', filesRefused: 2 }]);
});

test('a form refused at once gets its photos back', async () => {
  const { outbox, it, take, files } = device();
  await take('feedback.photo', 'one');
  it.online = true;
  it.problem = new ApiProblem('invalidAnswers', { status: 422 });
  await expect(outbox.send(op, { answers: { photo: deviceFile('feedback.photo') } })).rejects.toMatchObject({ code: 'invalidAnswers' });
  expect(await files.load('feedback.photo').then((kept) => kept?.file.text())).toBe('one');
});

test('a request with a missing photo is not sent', async () => {
  const { outbox, attempts } = device();
  await expect(outbox.send(op, withPhotos)).rejects.toMatchObject({ code: 'photoProblem' });
  expect([states(outbox), attempts]).toEqual([[], []]);
});

test('two tabs send waiting requests once, and neither overwrites what the other added', async () => {
  const one = device();
  const two = device(one.store, one.exclusively, 'other');
  await one.take('feedback.photo', 'one');
  await one.outbox.open();
  await two.outbox.open();
  await one.outbox.send(op, { answers: { text: 'from one', photo: deviceFile('feedback.photo') } });
  await two.outbox.send(op, { answers: { text: 'from two' } });
  for (const { it } of [one, two]) it.online = true;
  const before = one.attempts.length + two.attempts.length;
  await Promise.all([one.outbox.open(), two.outbox.open()]);
  expect(one.attempts.length + two.attempts.length - before).toBe(2);
  expect(one.uploads.length + two.uploads.length).toBe(1);
  expect([states(one.outbox), states(two.outbox)]).toEqual([
    ['sent', 'sent'],
    ['sent', 'sent'],
  ]);
});

test('S40 the next person does not send requests of the one before', async () => {
  const { outbox, attempts, it } = device();
  await outbox.send(op, { text: 'first' });
  await outbox.send(op, { text: 'second' });
  it.online = true;
  const before = attempts.length;
  const flushing = outbox.flush();
  outbox.forget();
  it.owner = 'ben';
  await flushing;
  expect(attempts.slice(before)).toEqual([]);
});
