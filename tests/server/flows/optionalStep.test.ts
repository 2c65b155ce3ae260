import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Flow } from '../../../engine/config/flow.ts';
import { compile } from '../../../engine/compiler/index.ts';
import { registry } from '../../../server/registry.ts';
import type { Snapshot } from '../../../server/platform/flows/snapshot.ts';
import { journey, type Journey } from '../support/journey.ts';
import { edited, newBorrower, shippedFiles, startProduct, type ProductApp } from '../support/product.ts';

const withOptional = (...ids: string[]) =>
  edited<Flow>(shippedFiles(), 'flows/onboarding.flow.json', ({ steps }) => {
    for (const step of steps) if (ids.includes(step.id)) step.optional = true;
  });

let server: ProductApp;
beforeAll(async () => {
  server = await startProduct();
});
afterAll(() => server.close());

async function borrowerAt(step: string): Promise<Journey> {
  const borrower = await journey(server, await newBorrower(server));
  await borrower.walkTo(step);
  return borrower;
}

async function skip(borrower: Journey, step: string): Promise<Snapshot> {
  const answer = await borrower.put(step, {}, { skip: true });
  expect(answer.statusCode).toBe(200);
  borrower.snapshot = answer.json<{ snapshot: Snapshot }>().snapshot;
  return borrower.snapshot;
}

const sealedForms = async (borrower: Journey) => {
  const { sealed } = await server.deps.db
    .selectFrom('flow_states')
    .select('sealed')
    .where('customer_id', '=', borrower.customerId)
    .executeTakeFirstOrThrow();
  return Object.keys(sealed);
};

test('R09 a skipped step counts as done, and the application goes through without its answers', async () => {
  const borrower = await borrowerAt('callTime');
  const { position, answers } = await skip(borrower, 'callTime');
  expect(position.step?.id).toBe('address');
  expect(position.path.find(({ id }) => id === 'callTime')).toMatchObject({ status: 'skipped', open: true });
  expect(answers).not.toHaveProperty('callTime');
  await borrower.walkTo('end');
  expect((await borrower.submit()).json()).toMatchObject({ state: expect.any(String) });
  const closed = await borrower.get();
  expect(closed).toMatchObject({ closed: true, position: { complete: true } });
  expect(closed.position.path.find(({ id }) => id === 'callTime')?.status).toBe('skipped');
});

test('R09 skipping removes stored answers, also sealed ones, and asks for the review again', async () => {
  const borrower = await borrowerAt('review');
  await borrower.save('review', {});
  expect(await sealedForms(borrower)).toContain('callTime');
  const { position } = await skip(borrower, 'callTime');
  expect(position.step).toMatchObject({ id: 'review', status: 'unconfirmed' });
  expect(await sealedForms(borrower)).not.toContain('callTime');
  await borrower.save('callTime', await borrower.soundAnswers('callTime'));
  expect(borrower.snapshot.position.path.find(({ id }) => id === 'callTime')?.status).toBe('done');
});

test('R09 a skipped step loses the facts of its check and does not run it', async () => {
  const files = edited<Flow>(shippedFiles(), 'flows/onboarding.flow.json', (flow) => {
    const asked = flow.steps.filter(({ id }) => id === 'callTime');
    const others = flow.steps.filter(({ id }) => id !== 'callTime').map(({ check: _check, ...step }) => step);
    flow.steps = others.toSpliced(-1, 0, ...asked.map((step) => ({ ...step, check: 'matchFace' })));
  });
  const other = await startProduct({ files });
  try {
    const borrower = await journey(other, await newBorrower(other));
    await borrower.walkTo('review');
    expect(borrower.snapshot.facts).toMatchObject({ faceMatched: true });
    const calls = vi.spyOn(other.deps.ports.faceMatch, 'compare');
    expect((await skip(borrower, 'callTime')).facts).not.toHaveProperty('faceMatched');
    expect(calls).not.toHaveBeenCalled();
  } finally {
    await other.close();
  }
});

test('R09 only optional steps can be skipped', async () => {
  const borrower = await borrowerAt('work');
  const refused = await borrower.put('work', {}, { skip: true });
  expect(refused.statusCode).toBe(422);
  expect((await borrower.get()).position.step?.id).toBe('work');
});

test('R09 the compiler refuses an optional step whose answers code reads, and an optional review', async () => {
  const { diagnostics } = await compile(withOptional('identity', 'review'), registry);
  const errors = diagnostics.filter(({ severity }) => severity === 'error').map(({ code, pointer }) => `${pointer} ${code}`);
  expect(errors).toEqual(expect.arrayContaining(['/steps/0/optional missing-answer', '/steps/9/optional missing-property']));
});
