import fc from 'fast-check';
import { runInThisContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { runtimeFunctions } from '../../../engine/expression/generateRuntime.ts';
import { emitExpression, runtimeFor, type JsonSchema } from '../../../engine/expression/index.ts';
import { runtimeFunctions as travelling } from '../../../engine/expression/runtimeSource.ts';
import cases from '../../cases/expressions.json' with { type: 'json' };
import { evaluate } from './reference.ts';

const context = {
  today: '2026-01-01',
  self: {
    s: 'a',
    n: 3,
    d: 2.5,
    most: Number.MAX_SAFE_INTEGER,
    b: true,
    l: ['a', 'b'],
    o: { x: 1 },
    phone: '9171234567',
    evil: '__proto__',
    people: [{ name: 'x' }, { name: 'y', age: 40 }],
  },
};

/** Declares the type of every value. */
function schemaOf(value: unknown): JsonSchema {
  if (Array.isArray(value)) return { type: 'array', items: schemaOf(value[0]) };
  if (typeof value === 'number') return { type: Number.isInteger(value) ? 'integer' : 'number' };
  if (typeof value !== 'object' || value === null) return { type: typeof value };
  return { type: 'object', properties: Object.fromEntries(Object.entries(value).map(([name, each]) => [name, schemaOf(each)])) };
}

/** The context lacks `self.q`, `self.whole` and `self.decimal`. */
const schemas = { today: schemaOf(context.today), self: schemaOf({ ...context.self, q: '', whole: 1, decimal: 0.5 }) };

interface Case {
  name: string;
  source: string;
  gives?: unknown;
  fails?: string;
  /** The result of cel-js where it differs from the specification. */
  celJs?: Outcome;
}

type Outcome = { gives: unknown } | { fails: 'missing' | 'error' };

function run(source: string, conditions = {}): Outcome {
  const code = emitExpression(source, conditions, schemas);
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
  for (const { name, source, celJs, ...expected } of cases as Case[]) {
    test(`${name}: ${source}`, () => {
      expect(run(source)).toEqual(expected);
      expect(reference(source)).toEqual(celJs ?? expected);
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
    // If they differ, run: node engine/expression/generateRuntime.ts
    expect(travelling).toEqual(runtimeFunctions());
  });
});

/** Expressions whose two sides cannot fail differently, because CEL leaves open which side of && reports an error. */
function booleans(depth: number): fc.Arbitrary<string> {
  const order = fc.constantFrom('==', '!=', '<', '<=', '>', '>=');
  const compared = (sides: fc.Arbitrary<string>) => fc.tuple(sides, order, sides).map(([l, op, r]) => `${l} ${op} ${r}`);
  const leaf = fc.oneof(
    fc.constantFrom('true', 'false', 'self.b', 'has(self.q)', 'has(self.s)', "self.q == 'a'", 'self.q', "'x' in self.o"),
    compared(ints(2)),
    compared(doubles(2)),
    fc.tuple(ints(1), order, doubles(1)).map(([l, op, r]) => `dyn(${l}) ${op} dyn(${r})`),
    compared(texts(2)),
    fc.tuple(texts(1), lists()).map(([l, r]) => `${l} in ${r}`),
    fc.tuple(ints(1), ints(1), ints(1)).map(([a, b, c]) => `${a} in [${b}, ${c}]`),
    fc.tuple(texts(1), fc.constantFrom('startsWith', 'endsWith', 'contains'), texts(1)).map(([l, f, r]) => `(${l}).${f}(${r})`),
    fc.tuple(texts(1), fc.constantFrom('^[a-z]+$', '^.$', '[^0-9]', '(a|b)+')).map(([l, pattern]) => `(${l}).matches('${pattern}')`),
  );
  if (depth === 0) return leaf;
  const inner = booleans(depth - 1);
  const macro = fc.constantFrom('exists', 'all', 'exists_one');
  return fc.oneof(
    { weight: 2, arbitrary: leaf },
    { weight: 3, arbitrary: fc.tuple(inner, fc.constantFrom('&&', '||'), inner).map(([l, op, r]) => `(${l} ${op} ${r})`) },
    { weight: 1, arbitrary: inner.map((e) => `!(${e})`) },
    { weight: 1, arbitrary: fc.tuple(inner, inner, inner).map(([c, a, b]) => `(${c} ? ${a} : ${b})`) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(lists(), macro, fc.constantFrom("x == 'a'", "x < 'b'", 'has(self.q)', 'self.b'))
        .map(([l, m, p]) => `${l}.${m}(x, ${p})`),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(ints(1), macro, fc.constantFrom('4 / x > 1', '4 % x == 1', 'x * self.most * self.most > 0', '-x < self.n'))
        .map(([n, m, p]) => `[0, ${n}, 3].${m}(x, ${p})`),
    },
  );
}

function ints(depth: number): fc.Arbitrary<string> {
  const leaf = fc.constantFrom('self.n', '2', '0', '7', 'self.o.x', 'size(self.l)', 'self.?whole.orValue(4)', "int('12')");
  if (depth === 0) return leaf;
  const inner = ints(depth - 1);
  return fc.oneof(
    leaf,
    fc.tuple(inner, fc.constantFrom('+', '-', '*', '/', '%'), inner).map(([l, op, r]) => `(${l} ${op} ${r})`),
    inner.map((e) => `-(${e})`),
    doubles(depth - 1).map((e) => `int(${e})`),
  );
}

function doubles(depth: number): fc.Arbitrary<string> {
  const leaf = fc.constantFrom('self.d', '0.5', '0.0', '7.0', "double('1.25')", 'double(self.n)', 'self.?decimal.orValue(4.5)');
  if (depth === 0) return leaf;
  const inner = doubles(depth - 1);
  return fc.oneof(
    leaf,
    fc.tuple(inner, fc.constantFrom('+', '-', '*', '/'), inner).map(([l, op, r]) => `(${l} ${op} ${r})`),
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
