import { describe, expect, test } from 'vitest';
import type { MigrationStep } from '../../../engine/config/carryOver.ts';
import type { Context } from '../../../engine/form/types.ts';
import type { FlowSnapshot } from '../../../engine/flow/types.ts';
import { carryDraft, stepsFor } from '../../../engine/session/carryDraft.ts';
import { conflictsOf, serverHash, type FlowDraft, type PendingStep } from '../../../engine/session/flowDraft.ts';

const snapshot: FlowSnapshot = {
  flow: 'join',
  release: 'new',
  revision: 3,
  answers: { work: { pay: 'low' } },
  masked: {},
  confirmed: {},
  corrections: [],
  facts: {},
  position: { path: [], number: 1, total: 1, minutesLeft: 0, complete: false },
};

const typed = (patch: Record<string, unknown>): FlowDraft => ({
  flow: 'join',
  release: 'old',
  drafts: { work: { patch, base: Object.fromEntries(Object.keys(patch).map((field) => [field, 'hash'])) } },
  pending: {},
});
const waiting = (answers: Record<string, unknown>, kept: string[] = []): FlowDraft => ({
  ...typed({}),
  drafts: {},
  pending: { work: { form: 'work', answers, kept, key: 'k1' } },
});
const rename: MigrationStep = { rename: { form: 'work', field: 'income', to: 'pay' } };

describe('a local draft', () => {
  test("is renamed without a conflict with the server's rename", () => {
    const { draft, lost } = carryDraft(typed({ income: 'high', town: 'Cebu' }), [rename], snapshot);
    expect(draft).toMatchObject({
      release: 'new',
      drafts: { work: { patch: { pay: 'high', town: 'Cebu' } } },
    });
    expect(lost).toEqual([]);
  });

  const typedOver = (said: string, ...steps: MigrationStep[]) => {
    const old = { ...snapshot, answers: { work: { income: said } } };
    const before: FlowDraft = {
      ...typed({}),
      drafts: { work: { patch: { income: 'high' }, base: { income: serverHash(old, 'work', 'income') } } },
    };
    return conflictsOf(snapshot, Object.entries(carryDraft(before, [rename, ...steps], snapshot).draft.drafts));
  };

  test('still shows a conflict with another device', () => {
    expect(typedOver('low')).toEqual([]);
    expect(typedOver('middle')).toEqual([{ form: 'work', field: 'pay' }]);
  });

  test("has no conflict if a migration changed the server's answer", () => {
    expect(typedOver('little', { mapCode: { form: 'work', field: 'pay', codes: { little: 'low' } } })).toEqual([]);
  });

  test('keeps a removed answer removed', () => {
    expect(carryDraft(typed({ income: null }), [rename], snapshot).draft.drafts['work']?.patch).toEqual({ pay: null });
  });

  test('gets a notice where it is asked again, only for typed answers', () => {
    const steps: MigrationStep[] = [rename, { askAgain: { form: 'work', field: 'pay' } }, { askAgain: { form: 'work', field: 'town' } }];
    const { draft, lost } = carryDraft(typed({ income: 'high' }), steps, snapshot);
    expect(draft.drafts).toEqual({});
    expect(lost).toEqual([{ form: 'work', field: 'pay', reason: 'changed' }]);
  });

  test('gets no default, which the server applies', () => {
    const steps: MigrationStep[] = [{ default: { form: 'work', field: 'nights', value: 0 } }];
    expect(carryDraft(typed({ income: 'high' }), steps, snapshot).draft.drafts['work']?.patch).toEqual({ income: 'high' });
  });

  test('R12 chooses as the server does, by what was typed here over what the server held', () => {
    const steps: MigrationStep[] = [
      { rename: { form: 'work', field: 'town', to: 'city', when: 'isLow' } },
      { drop: { form: 'work', field: 'title', when: 'isLow' } },
    ];
    const work = (context: Context) => context['work'] as Record<string, unknown> | undefined;
    const expressions = { isLow: (context: Context) => work(context)?.['income'] === 'low' && work(context)?.['sector'] === 'farm' };
    const after = (before: FlowDraft, income: string) => {
      const said = { work: { income, sector: 'farm', town: 'Davao' } };
      const chosen = stepsFor(before, said, { migrations: [{ id: 'one', steps }], expressions });
      return carryDraft(before, chosen, snapshot).draft;
    };
    expect(after(typed({ town: 'Cebu', title: 'Cook' }), 'low').drafts['work']?.patch).toEqual({ city: 'Cebu' });
    expect(after(typed({ town: 'Cebu', title: 'Cook' }), 'high').drafts['work']?.patch).toEqual({ town: 'Cebu', title: 'Cook' });
    expect(after(typed({ town: 'Cebu', income: 'low' }), 'high').drafts['work']?.patch).toEqual({ city: 'Cebu', income: 'low' });
    expect(after(typed({ town: 'Cebu', income: null }), 'low').drafts['work']?.patch).toEqual({ town: 'Cebu', income: null });
    const confirmed = waiting({ town: 'Cebu', income: 'low', sector: 'farm' });
    expect(after(confirmed, 'high').pending['work']?.answers).toEqual({ city: 'Cebu', income: 'low', sector: 'farm' });
  });

  test('without migrations only moves to the new release', () => {
    const before = typed({ town: 'Cebu' });
    expect(carryDraft(before, [], snapshot).draft.drafts['work']?.patch).toEqual({ town: 'Cebu' });
  });
});

describe('a step that waits to be sent', () => {
  const sent = (draft: FlowDraft, ...steps: MigrationStep[]): Record<string, PendingStep> =>
    carryDraft(draft, steps, snapshot).draft.pending;

  test('is sent with its new names as another request', () => {
    const pending = sent(waiting({ income: 'high' }, ['income']), rename, { renameStep: { flow: 'join', step: 'work', to: 'job' } });
    expect(pending).toMatchObject({ job: { form: 'work', answers: { pay: 'high' }, kept: ['pay'] } });
    expect(pending['job']?.key).not.toBe('k1');
  });

  test('is sent as the same request if unchanged', () => {
    expect(sent(waiting({ town: 'Cebu' }), rename)).toEqual({ work: { form: 'work', answers: { town: 'Cebu' }, kept: [], key: 'k1' } });
  });

  test.each<[string, MigrationStep]>([
    ['a code was mapped', { mapCode: { form: 'work', field: 'income', codes: { high: 'big' } } }],
    ['a default was added', { default: { form: 'work', field: 'nights', value: 0 } }],
    ['something is asked again', { askAgain: { form: 'work', field: 'income' } }],
    ['its form is gone', { drop: { form: 'work' } }],
  ])('waits no longer when %s: nobody has confirmed that', (_name, step) => {
    expect(sent(waiting({ income: 'high' }), step)).toEqual({});
  });
});
