import { afterAll, beforeAll, expect, test } from 'vitest';
import { previewPeople } from '../../../server/product/demo/people.ts';
import { prepareDemo } from '../../../server/product/demo/prepare.ts';
import { demoStates } from '../../../server/product/demo/state.ts';
import { startProduct, type ProductApp } from '../support/product.ts';

let server: ProductApp;
beforeAll(async () => {
  server = await startProduct({ env: { HAKBANG_MODE: 'demo', LOG_LEVEL: 'error' } });
  const world = { ...server.deps, settings: { ...server.deps.settings, isWorld: true } };
  await prepareDemo(world, () => undefined, new AbortController().signal);
}, 120_000);
afterAll(() => server.close());

test('T03 the world of previews has somebody in each state that a borrower can be in', async () => {
  const states = new Map((await demoStates(server.deps)).map(({ firstName, now }) => [firstName, now]));
  expect(Object.fromEntries(states)).toMatchObject({
    Ana: 'application not sent yet',
    Ben: 'application referred',
    Carla: 'accepted, may withdraw',
    Dino: expect.stringContaining('due in') as string,
    Ela: expect.stringContaining('due today') as string,
    Fred: expect.stringContaining('overdue by 3 days') as string,
    Gina: 'accepted; last loan settled',
    Hana: 'application identityRefill',
    Ivan: 'application rejected',
  });
  expect((await server.deps.product.previewPeople?.(server.deps))?.map(({ id }) => id)).toEqual(
    expect.arrayContaining(Object.values(previewPeople).map(({ phone }) => phone)),
  );
});
