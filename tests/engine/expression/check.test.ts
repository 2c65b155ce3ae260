import { describe, expect, test } from 'vitest';
import { canonical, checkExpression, type Scope } from '../../../engine/expression/index.ts';
import cases from '../../cases/expressionChecks.json' with { type: 'json' };

interface Case {
  name: string;
  source: string;
  /** Code of the only finding; absent for a valid expression. */
  finds?: string;
  /** Text that the finding marks. With several matches, the nth, or the one at an offset. */
  at?: string;
  nth?: number;
  from?: number;
  /** Part of the suggested fix. */
  fix?: string;
}

const closed = { additionalProperties: false };
const scope: Scope = {
  today: { type: 'string' },
  work: {
    type: 'object',
    properties: {
      payCycle: { enum: ['weekly', 'monthly'] },
      colour: { enum: ['red'] },
      pay: { type: 'number' },
      sure: { type: 'boolean' },
      bonus: { type: 'integer' },
      extra: { type: 'integer' },
      cycles: { type: 'array', items: { enum: ['daily', 'weekly'] } },
      title: { type: 'string', 'x-when': 'work.sure' },
      office: { type: 'object', properties: { city: { type: 'string' } }, ...closed },
    },
    required: ['payCycle', 'colour', 'pay', 'sure', 'title'],
    ...closed,
  },
  people: {
    type: 'object',
    properties: {
      list: {
        type: 'array',
        items: { type: 'object', properties: { name: { type: 'string' }, phone: { type: 'string' } }, required: ['name'], ...closed },
      },
    },
    required: ['list'],
    ...closed,
  },
  route: {
    type: 'object',
    properties: { params: { type: 'object', patternProperties: { '^.*$': { type: 'string' } } } },
    required: ['params'],
    ...closed,
  },
};
const conditions = {
  hasBonus: 'has(work.bonus) && conditions.sure',
  sure: 'work.sure',
  broken: "work.pay == 'x'",
  elsewhere: 'nowhere.x == 1',
};

function offsetOf({ source, at = '', nth = 1, from }: Case): number {
  if (from !== undefined) return from;
  let offset = -1;
  for (let count = 0; count < nth; count++) offset = source.indexOf(at, offset + 1);
  return offset;
}

describe('checking an expression:', () => {
  test.each(cases as Case[])('$name: $source', (each) => {
    const { findings } = checkExpression(each.source, scope, 'bool', conditions);
    const expected = each.finds === undefined ? [] : [{ code: each.finds, offset: offsetOf(each) }];
    expect(findings.map(({ code, offset }) => ({ code, offset }))).toEqual(expected);
    expect(findings[0]?.fix ?? '').toContain(each.fix ?? '');
  });

  test('an error inside a named condition is reported in the condition', () => {
    const { findings } = checkExpression('work.sure && conditions.broken', scope, 'bool', conditions);
    expect(findings).toMatchObject([{ code: 'unlike-types', condition: 'broken', offset: 0 }]);
  });

  test('a condition that reads an unavailable value is reported where it is used', () => {
    const [finding] = checkExpression('work.sure && conditions.elsewhere', scope, 'bool', conditions).findings;
    expect(finding).toMatchObject({ code: 'unknown-name', offset: 13 });
    expect(finding).not.toHaveProperty('condition');
  });

  test('a surrounding condition guards', () => {
    expect(checkExpression('work.bonus > 1', scope, 'bool', conditions, ['has(work.bonus)']).findings).toEqual([]);
  });

  test('an optional fits where any value fits', () => {
    expect(checkExpression('work.?bonus', scope, 'dyn').findings).toEqual([]);
    expect(checkExpression('work.?bonus', scope, 'number').findings).toMatchObject([{ code: 'wrong-result' }]);
  });

  test('lists the values read and the required ones', () => {
    const { reads, needs } = checkExpression(
      "(!has(work.bonus) || work.bonus > work.pay) && work.?office.city.orValue('') != ''",
      scope,
      'bool',
    );
    const paths = (list: string[][]) => list.map((path) => path.join('.')).sort();
    expect(paths(reads)).toEqual(['work', 'work.bonus', 'work.office', 'work.office.city', 'work.pay']);
    expect(paths(needs)).toEqual(['work', 'work.pay']);
  });

  test('returns the patterns that it matches', () => {
    const { patterns } = checkExpression("work.payCycle.matches('^[a-z]+$')", scope, 'bool');
    expect(patterns).toEqual([{ pattern: '^[a-z]+$', offset: 22, length: 10 }]);
  });
});

describe('two expressions are the same', () => {
  test.each([
    ["a=='x'&&(b)", 'a == "x" && b', true],
    ['a - b - c', '(a - b) - c', true],
    ['a - (b - c)', 'a - b - c', false],
    ['a / 2', 'a / 2.0', false],
    ['a ==', 'a == ', false],
  ])('%s and %s: %s', (left, right, same) => {
    expect(canonical(left) === canonical(right)).toBe(same);
  });
});
