import { expect, test, vi } from 'vitest';
import type { StepView } from '../../../engine/flow/types.ts';
import { checksToRun, runChecks } from '../../../server/platform/flows/checks.ts';
import type { StepCheck } from '../../../server/platform/flows/hooks.ts';

test('R09 a changed answer revokes the check of a step off the path without running it', async () => {
  const run = vi.fn<StepCheck['run']>(async () => ({ problem: 'noMatch' }));
  const check = { name: 'match', description: '', reads: ['card.photo'] as const, facts: ['matched'], fails: ['noMatch'], run };
  const steps = [{ id: 'card' }, { id: 'selfie', check: 'match' }];
  const rules = { flow: { id: 'joining' }, release: { manifest: { flows: { joining: { flow: { steps } } } } } };
  const due = (path: string[]) =>
    checksToRun(
      rules as never,
      { checks: { match: check } } as never,
      { id: 'card', skips: false } as never,
      { confirmed: { selfie: 'hash' } } as never,
      { changed: new Set(['card.photo']), path: path.map((id) => ({ id }) as StepView) },
    );
  expect(due(['card', 'selfie'])).toMatchObject([{ step: 'selfie', why: 'again' }]);
  const record = { customerId: 'c', answers: {}, facts: { matched: true, other: 1 } };
  const result = await runChecks({} as never, due(['card']), record, { locked: true, session: {} as never });
  expect(result).toEqual({ facts: { other: 1 }, unconfirmed: ['selfie'] });
  expect(run).not.toHaveBeenCalled();
});
