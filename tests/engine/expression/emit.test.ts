import fc from 'fast-check';
import { runInThisContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { runtimeFor } from '../../../engine/expression/emit.ts';
import { runtimeFunctions } from '../../../engine/expression/generateRuntime.ts';
import { emitExpression, evaluate } from '../../../engine/expression/index.ts';
import { runtimeFunctions as travelling } from '../../../engine/expression/runtimeSource.ts';
import cases from '../../cases/expressions.json' with { type: 'json' };

const context = {
  today: '2026-01-01',
  self: {
    s: 'a',
    n: 3,
    b: true,
    l: ['a', 'b'],
    o: { x: 1 },
    phone: '9171234567',
    evil: '__proto__',
    people: [{ name: 'x' }, { name: 'y', age: 40 }],
  },
};

type Outcome = { gives: unknown } | { fails: 'missing' | 'error' };

function run(source: string, conditions = {}): Outcome {
  const code = emitExpression(source, conditions);
  return outcome(() => runInThisContext(`(() => { ${runtimeFor(code)}\nreturn ${code}; })()`)(context));
}

function reference(source: string): Outcome {
  return outcome(() => evaluate(source, context));
}

function outcome(compute: () => unknown): Outcome {
  try {
    return { gives: compute() };
  } catch (error) {
    const { name, code } = error as Error & { code?: string };
    return {
      fails:
        name === 'MissingValue' || code === 'no_such_key' || code === 'index_out_of_bounds' || code === 'unknown_variable'
          ? 'missing'
          : 'error',
    };
  }
}

describe('emitted expressions', () => {
  for (const { name, source, ...expected } of cases) {
    test(`${name}: ${source}`, () => {
      expect(run(source)).toEqual(expected);
      expect(reference(source)).toEqual(expected);
    });
  }

  test('a named condition stands for its expression', () => {
    expect(run('conditions.adult && self.n > 2', { adult: "self.s == 'a' || conditions.never", never: 'false' })).toEqual({ gives: true });
  });

  test('agree with the evaluator on generated expressions', () => {
    fc.assert(
      fc.property(booleans(4), (source) => {
        expect({ source, ...run(source) }).toEqual({ source, ...reference(source) });
      }),
      { numRuns: 1500 },
    );
  });

  test('the shipped runtime is runtime.ts', () => {
    // If not: node engine/expression/generateRuntime.ts
    expect(travelling).toEqual(runtimeFunctions());
  });
});

/** Expressions whose two sides cannot fail differently: CEL leaves open which side of && reports an error. */
function booleans(depth: number): fc.Arbitrary<string> {
  const leaf = fc.oneof(
    fc.constantFrom('true', 'false', 'self.b', 'has(self.q)', 'has(self.s)', "self.q == 'a'", 'self.q', "'x' in self.o"),
    fc.tuple(numbers(2), fc.constantFrom('==', '!=', '<', '<=', '>', '>='), numbers(2)).map(([l, op, r]) => `${l} ${op} ${r}`),
    fc.tuple(texts(2), fc.constantFrom('==', '!=', '<', '<=', '>', '>='), texts(2)).map(([l, op, r]) => `${l} ${op} ${r}`),
    fc.tuple(texts(1), lists()).map(([l, r]) => `${l} in ${r}`),
    fc.tuple(texts(1), fc.constantFrom('startsWith', 'endsWith', 'contains'), texts(1)).map(([l, f, r]) => `(${l}).${f}(${r})`),
  );
  if (depth === 0) return leaf;
  const inner = booleans(depth - 1);
  return fc.oneof(
    { weight: 2, arbitrary: leaf },
    { weight: 3, arbitrary: fc.tuple(inner, fc.constantFrom('&&', '||'), inner).map(([l, op, r]) => `(${l} ${op} ${r})`) },
    { weight: 1, arbitrary: inner.map((e) => `!(${e})`) },
    { weight: 1, arbitrary: fc.tuple(inner, inner, inner).map(([c, a, b]) => `(${c} ? ${a} : ${b})`) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(lists(), fc.constantFrom('exists', 'all', 'exists_one'), fc.constantFrom("x == 'a'", "x < 'b'", 'has(self.q)', 'self.b'))
        .map(([l, m, p]) => `${l}.${m}(x, ${p})`),
    },
  );
}

function numbers(depth: number): fc.Arbitrary<string> {
  const leaf = fc.constantFrom('self.n', '2', '0.5', '7', 'self.o.x', 'size(self.l)', 'self.?q.orValue(4)');
  if (depth === 0) return leaf;
  const inner = numbers(depth - 1);
  return fc.oneof(
    leaf,
    fc.tuple(inner, fc.constantFrom('+', '-', '*'), inner).map(([l, op, r]) => `(${l} ${op} ${r})`),
    inner.map((e) => `-(${e})`),
  );
}

function texts(depth: number): fc.Arbitrary<string> {
  const leaf = fc.constantFrom('self.s', "'b'", "''", 'self.phone', "self.?q.orValue('z')", 'string(self.n)', 'today');
  if (depth === 0) return leaf;
  const inner = texts(depth - 1);
  return fc.oneof(
    leaf,
    fc.tuple(inner, inner).map(([l, r]) => `(${l} + ${r})`),
    inner.map((e) => `(${e}).upperAscii()`),
  );
}

function lists(): fc.Arbitrary<string> {
  return fc.constantFrom('self.l', "['a', 'b', self.s]", "self.l.filter(y, y != 'a')", "self.l.map(y, y + '1')", "(self.l + ['z'])");
}
