import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readFile } from '../../../engine/compiler/project/readFile.ts';

type Tree = string | number | Tree[] | { pairs: [string, Tree][] };

const key = fc.constantFrom('a', 'b', '":', '\\"', 'a: "b":', '\\', 'ü', '__proto__', 'constructor', '', '{"x":1}');
const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    key,
    fc.integer(),
    fc.array(tie('tree'), { maxLength: 3 }),
    fc.record({ pairs: fc.array(fc.tuple(key, tie('tree')), { maxLength: 4 }) }),
  ),
}));

function written(value: Tree): string {
  if (Array.isArray(value)) return `[${value.map(written).join(' ,')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  return `{ ${value.pairs.map(([name, inner]) => `${JSON.stringify(name)} : ${written(inner)}`).join(',\n')} }`;
}

/** Counts unsafe keys and keys that occur earlier in their object. */
function wrongKeys(value: Tree): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + wrongKeys(item), 0);
  if (typeof value !== 'object') return 0;
  const names = value.pairs.map(([name]) => name);
  const unsafe = names.filter((name) => ['__proto__', 'constructor', 'prototype'].includes(name)).length;
  const double = names.length - new Set(names).size;
  return unsafe + double + value.pairs.reduce((sum, [, inner]) => sum + wrongKeys(inner), 0);
}

describe('reading a file', () => {
  test.each([
    ['{ "a": [1, 2,] }', 'Remove the comma before ].'],
    ['{ "a": 1, }', 'Remove the comma before }.'],
    ['{ "a": 1,, "b": 2 }', 'Remove the comma before ,.'],
    ['{ "a": 1 "b": 2 }', 'Add a comma before this.'],
    ['{ "a" 1 }', undefined],
  ])('K05 tells the cure of %s', (text, fix) => {
    const [finding] = readFile({ path: 'flows/a.json', text }).diagnostics;
    expect([finding?.code, finding?.fix]).toEqual(['json-syntax', fix]);
  });

  test('reports every duplicate or unsafe key in any spelling, and has a value only without one', () => {
    fc.assert(
      fc.property(tree, (value) => {
        const text = written(value);
        const { document, diagnostics } = readFile({ path: 'flows/a.json', text });
        expect(diagnostics).toHaveLength(wrongKeys(value));
        expect(document.value).toEqual(diagnostics.length > 0 ? undefined : JSON.parse(text));
      }),
      { seed: 5, numRuns: 500 },
    );
  });

  test.each(['', '{', '{ "a": 1, }', '// note\n{}', '"a" "b"'])('refuses invalid JSON: %s', (text) => {
    expect(readFile({ path: 'flows/a.json', text }).diagnostics.map(({ code }) => code)).toEqual(['json-syntax']);
  });

  test('computes positions on demand', () => {
    const { document } = readFile({ path: 'flows/a.json', text: '{\n  "a": [1,\n 2]\n}' });
    expect(document.position(document.offset('/a/1', 'value'))).toEqual({ line: 3, column: 2 });
    expect(document.root?.type).toBe('object');
  });
});
