import { describe, expect, test, vi } from 'vitest';
import type { Action } from '../../../../engine/config/screen.ts';
import { runAction } from '../../../../engine/react/screen/actions.ts';
import { createStage, refusal } from './host.ts';

const stageWith = (answers?: Parameters<typeof createStage>[0]) => {
  const stage = createStage(answers);
  const expressions = { 'result.url': (context: { result: { url: string } }) => context.result.url };
  const screen = stage.screen({
    definition: { id: 'here', route: '/here', blocks: [] },
    expressions: expressions as unknown as Record<string, never>,
  });
  return { ...stage, run: (action: Action) => runAction(screen, action) };
};

test('an action with a queue is queued, and its message appears once sent', async () => {
  const { log, run } = stageWith({ 'notes.send': () => ({ number: 'N-1' }) });
  expect(await run({ do: 'notes.send', offline: 'queue', say: { key: 'thanks' }, go: '/there' })).toBe(true);
  expect(log).toEqual(['queue notes.send', expect.stringMatching(/^say .*thanks/), 'go /there']);
});

test('a queued action continues without its success message', async () => {
  const { log, run } = stageWith();
  expect(await run({ do: 'notes.send', offline: 'queue', say: { key: 'thanks' }, go: '/there' })).toBe(true);
  expect(log).toEqual(['queue notes.send', 'go /there']);
});

test('the page opens the address that the operation returned', async () => {
  const { log, run } = stageWith({ 'login.start': () => ({ url: 'https://login.example/' }) });
  await run({ do: 'login.start', leave: 'result.url' });
  expect(log).toEqual(['call login.start {}', 'leave https://login.example/']);
});

describe('G09 an action on a screen that shows stored data', () => {
  const kept = { amountCents: 5000 };
  const pay: Action = { confirm: { key: 'sure' }, do: 'bill.pay', with: { cents: 'bill.amountCents' }, go: '/paid' };

  async function stageKept(answer: () => unknown) {
    const stage = createStage({ 'bill.get': answer });
    stage.device.set('bill.get', { value: kept, at: '2026-11-20T08:00:00.000Z' });
    const expressions = { 'bill.amountCents': (context: { bill: typeof kept }) => context.bill.amountCents };
    const screen = stage.screen({
      definition: { id: 'here', route: '/here', blocks: [], data: { bill: { op: 'bill.get', keep: { as: 'billData', days: 7 } } } },
      expressions: expressions as unknown as Record<string, never>,
    });
    const stop = screen.data.start();
    await vi.waitFor(() => expect(screen.data.asOf).toBeDefined());
    stage.log.length = 0;
    return { ...stage, screen, stop };
  }

  test('waits for the server and runs if nothing changed', async () => {
    const answer = Promise.withResolvers<typeof kept>();
    const { log, screen, stop } = await stageKept(() => answer.promise);
    const done = runAction(screen, pay);
    await new Promise((resolve) => setTimeout(resolve));
    expect(log).toEqual(['call bill.get {}']);
    answer.resolve({ ...kept });
    expect(await done).toBe(true);
    expect(log.slice(1)).toEqual([expect.stringMatching(/^confirm/), 'call bill.pay {"cents":5000}', 'go /paid']);
    stop();
  });

  test('is cancelled if the server answers differently, so the person reads it first', async () => {
    const answer = Promise.withResolvers<typeof kept>();
    const { log, screen, stop } = await stageKept(() => answer.promise);
    const done = runAction(screen, pay);
    answer.resolve({ amountCents: 5100 });
    expect(await done).toBe(false);
    expect(log).toEqual(['call bill.get {}', 'say common.changedSince']);
    expect(await runAction(screen, pay)).toBe(true);
    expect(log).toContain('call bill.pay {"cents":5100}');
    stop();
  });

  test("is refused with the error's message if the server is unreachable", async () => {
    const answer = Promise.withResolvers<typeof kept>();
    const { log, screen, stop } = await stageKept(() => answer.promise);
    const done = runAction(screen, pay);
    answer.reject(refusal('networkAbnormal'));
    expect(await done).toBe(false);
    expect(log).toEqual(['call bill.get {}', 'react networkAbnormal']);
    stop();
  });

  test('still navigates and runs steps without the server', async () => {
    const { log, screen, stop } = await stageKept(() => new Promise(() => undefined));
    expect(await runAction(screen, { event: 'logout', go: '/bill' })).toBe(true);
    expect(log).toEqual(['event logout', 'go /bill']);
    stop();
  });
});
