import { expect, test } from 'vitest';
import type { Action } from '../../../../engine/config/screen.ts';
import { runAction } from '../../../../engine/react/screen/actions.ts';
import { createStage } from './host.ts';

const stageWith = (answers?: Parameters<typeof createStage>[0]) => {
  const stage = createStage(answers);
  const expressions = { 'result.url': (context: { result: { url: string } }) => context.result.url };
  const screen = stage.screen({
    definition: { id: 'here', route: '/here', blocks: [] },
    expressions: expressions as unknown as Record<string, never>,
  });
  return { ...stage, run: (action: Action) => runAction(screen, action) };
};

test('an action that may wait is handed to the queue; its words come when it was sent', async () => {
  const { log, run } = stageWith({ 'notes.send': () => ({ number: 'N-1' }) });
  expect(await run({ do: 'notes.send', offline: 'queue', say: { key: 'thanks' }, go: '/there' })).toBe(true);
  expect(log).toEqual(['queue notes.send', expect.stringMatching(/^say .*thanks/), 'go /there']);
});

test('while it waits the action goes on, without thanks that would be early', async () => {
  const { log, run } = stageWith();
  expect(await run({ do: 'notes.send', offline: 'queue', say: { key: 'thanks' }, go: '/there' })).toBe(true);
  expect(log).toEqual(['queue notes.send', 'go /there']);
});

test('the page leaves for the address that the operation gave', async () => {
  const { log, run } = stageWith({ 'login.start': () => ({ url: 'https://login.example/' }) });
  await run({ do: 'login.start', leave: 'result.url' });
  expect(log).toEqual(['call login.start {}', 'leave https://login.example/']);
});
