import { describe, expect, test } from 'vitest';
import type { DecisionTable, LifeCycle } from '../../../engine/config/flow.ts';
import { decide } from '../../../engine/flow/decide.ts';
import { transition } from '../../../engine/flow/lifeCycle.ts';
import { must } from '../form/support.ts';

const lifeCycle: LifeCycle = {
  id: 'order',
  initial: 'open',
  states: {
    open: { on: { pay: { to: 'paid', when: 'event.cents >= due', effects: ['book', 'notify'] }, drop: { to: 'dropped' } } },
    paid: { final: true },
    dropped: { final: true },
  },
};
const expressions = {
  'event.cents >= due': ({ event, due }: Readonly<Record<string, unknown>>) => must((event as { cents?: number }).cents) >= (due as number),
};

describe('a life cycle', () => {
  test('moves from state to state with effects in order', () => {
    expect(transition(lifeCycle, expressions, 'open', { name: 'pay', cents: 5 }, { due: 5 })).toEqual({
      from: 'open',
      to: 'paid',
      effects: ['book', 'notify'],
    });
    expect(transition(lifeCycle, expressions, 'open', 'drop')).toEqual({ from: 'open', to: 'dropped', effects: [] });
  });

  test('refuses an event whose condition is false or unreadable', () => {
    expect(transition(lifeCycle, expressions, 'open', { name: 'pay', cents: 4 }, { due: 5 })).toMatchObject({ refused: 'condition' });
    expect(transition(lifeCycle, expressions, 'open', 'pay', { due: 5 })).toMatchObject({ refused: 'condition' });
  });

  test('refuses events that the state does not accept, whatever their name', () => {
    expect(transition(lifeCycle, expressions, 'paid', 'pay')).toEqual({ refused: 'unknownEvent', from: 'paid' });
    expect(transition(lifeCycle, expressions, 'open', 'toString')).toEqual({ refused: 'unknownEvent', from: 'open' });
    expect(transition(lifeCycle, expressions, 'constructor', 'pay')).toEqual({ refused: 'unknownState', from: 'constructor' });
  });
});

describe('a decision table', () => {
  const table: DecisionTable = {
    id: 'limits',
    rows: [
      { id: 'tooYoung', when: 'young', outcome: { decision: 'rejected' } },
      { when: 'rich', outcome: { decision: 'accepted', limit: 2 } },
      { outcome: { decision: 'accepted', limit: 1 } },
    ],
  };
  const rows = {
    young: ({ age }: Readonly<Record<string, unknown>>) => must(age as number | undefined) < 18,
    rich: ({ income }: Readonly<Record<string, unknown>>) => must(income as number | undefined) > 100,
  };

  test('gives the first row that matches, by its id or else its position', () => {
    expect(decide(table, rows, { age: 12, income: 500 })).toEqual({ outcome: { decision: 'rejected' }, row: 'tooYoung', broken: [] });
    expect(decide(table, rows, { age: 30, income: 500 })).toMatchObject({ outcome: { limit: 2 }, row: 2 });
  });

  test('skips a row that reads an absent value', () => {
    expect(decide(table, rows, { age: 30 })).toEqual({ outcome: { decision: 'accepted', limit: 1 }, row: 3, broken: [] });
  });

  test('names broken rows, so that the next row grants nothing', () => {
    const reported: string[] = [];
    const broken = {
      ...rows,
      young: () => {
        throw new TypeError('boom');
      },
    };
    expect(decide(table, broken, { income: 500 }, (_, where) => reported.push(where))).toMatchObject({ row: 2, broken: ['tooYoung'] });
    expect(reported).toEqual(['limits row tooYoung']);
  });
});
