import { expect, test } from 'vitest';
import { ApiProblem, networkAbnormal } from '../../../../src/api/problem.ts';
import { memoryStore } from '../../../../src/borrower/drafts.ts';
import { Outbox } from '../../../../src/borrower/outbox/outbox.ts';

interface Attempt {
  operation: string;
  input: Record<string, unknown>;
  key: string | undefined;
}

/** A device with a store of its own, and a server that answers as it is told. */
function device(store = memoryStore()) {
  const attempts: Attempt[] = [];
  const sent: string[] = [];
  const it = { online: false, owner: 'maria' as string | undefined, problem: undefined as ApiProblem | undefined };
  let number = 0;
  const outbox = new Outbox({
    call: async (operation, input, { idempotencyKey: key }) => {
      attempts.push({ operation, input, key });
      if (it.problem) throw it.problem;
      if (!it.online) throw new ApiProblem(networkAbnormal);
      return { number: `FB-${attempts.length}` };
    },
    store,
    customerId: () => it.owner,
    onSent: ({ id }) => sent.push(id),
    report: (error) => expect.unreachable(String(error)),
    newId: () => `id-${++number}`,
  });
  return { outbox, attempts, sent, it, store };
}

const op = 'feedback.send';
const states = (outbox: Outbox) => outbox.requests(op).map(({ state }) => state);

test('what cannot be sent waits, is sent under the same key when the network is back, and is told of then', async () => {
  const { outbox, attempts, sent, it } = device();
  expect(await outbox.send(op, { text: 'hello' })).toBe('waiting');
  expect(states(outbox)).toEqual(['waiting']);
  it.online = true;
  await outbox.flush();
  expect(outbox.requests(op)).toMatchObject([{ state: 'sent', result: { number: 'FB-2' } }]);
  expect(attempts.map(({ key }) => key)).toEqual(['id-1', 'id-1']);
  expect(sent).toEqual(['id-1']);
});

test('it outlives the page: written down before it is sent', async () => {
  const { outbox, store } = device();
  await outbox.send(op, { text: 'hello' });
  const later = device(store);
  later.it.online = true;
  await later.outbox.open();
  expect(later.attempts).toEqual([{ operation: op, input: { text: 'hello' }, key: 'id-1' }]);
  expect(states(later.outbox)).toEqual(['sent']);
});

test('what was sent is kept without its words', async () => {
  const { outbox, it, store } = device();
  it.online = true;
  await outbox.send(op, { text: 'a secret' });
  expect(JSON.stringify(await store.load('outbox.maria'))).not.toContain('a secret');
});

test('what is refused at once is shown where it was typed, and does not wait', async () => {
  const { outbox, it } = device();
  it.problem = new ApiProblem('invalidAnswers', { status: 422 });
  await expect(outbox.send(op, {})).rejects.toMatchObject({ code: 'invalidAnswers' });
  expect(states(outbox)).toEqual([]);
});

test('what is refused after it waited stays, with the reason', async () => {
  const { outbox, it } = device();
  await outbox.send(op, {});
  it.problem = new ApiProblem('invalidAnswers', { status: 422 });
  await outbox.flush();
  expect(outbox.requests(op)).toMatchObject([{ state: 'refused', code: 'invalidAnswers' }]);
});

test.each(['unauthenticated', 'tooFrequent', 'unavailable'])('a refusal that passes loses nothing: %s', async (code) => {
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

test('two flushes at once send once', async () => {
  const { outbox, attempts, it } = device();
  await outbox.send(op, {});
  it.online = true;
  await Promise.all([outbox.flush(), outbox.flush(), outbox.open()]);
  expect(attempts).toHaveLength(2);
});
