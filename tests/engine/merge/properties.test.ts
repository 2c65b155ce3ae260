import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mergeFile, resolve, type Merged } from '../../../engine/merge/index.ts';
import { applied, counter, documents, edits, tokens, type Json } from './support.ts';

const print = (value: Json) => `${JSON.stringify(value, undefined, 2)}\n`;
const parsed = ({ content }: Merged) => JSON.parse(content ?? 'null') as Json;

const sides = fc.tuple(documents, edits, edits).map(([base, mine, theirs]) => {
  const values = { base, mine: applied(base, mine, counter('m')), theirs: applied(base, theirs, counter('t')) };
  return { ...values, texts: { base: print(values.base), mine: print(values.mine), theirs: print(values.theirs) } };
});
const runs = { numRuns: Number(process.env['RUNS'] ?? 300) };

describe('a merge of three sides', () => {
  test('T01 loses no text that a side added and brings none back that a side removed', () => {
    fc.assert(
      fc.property(sides, ({ base, mine, theirs, texts }) => {
        const merged = mergeFile('a.json', texts);
        const [old, own, other, found] = [base, mine, theirs, parsed(merged)].map((each) => new Set(tokens(each)));
        const named = new Set(tokens(merged.conflicts));
        const isIn = (set: Set<string> | undefined, token: string) => set?.has(token) === true;
        const wanted = (token: string) =>
          isIn(old, token) ? isIn(own, token) && isIn(other, token) : isIn(own, token) || isIn(other, token);
        const all = [...new Set([base, mine, theirs].flatMap(tokens))].filter((token) => !named.has(token));
        expect(all.filter((token) => wanted(token) !== isIn(found, token))).toEqual([]);
        const count = tokens(parsed(merged)).length;
        expect(count).toBe(found?.size);
      }),
      runs,
    );
  });

  test('T01 gives the other side where only one changed something', () => {
    fc.assert(
      fc.property(sides, ({ base, mine, texts }) => {
        expect(mergeFile('a.json', { ...texts, theirs: texts.base })).toEqual({ content: texts.mine, conflicts: [] });
        expect(mergeFile('a.json', { ...texts, mine: texts.base, theirs: texts.mine })).toEqual({ content: texts.mine, conflicts: [] });
        // Use another layout, so that the values are merged.
        const merged = mergeFile('a.json', { base: texts.base, mine: JSON.stringify(base), theirs: texts.mine });
        expect(merged.conflicts).toEqual([]);
        expect(parsed(merged)).toEqual(mine);
      }),
      runs,
    );
  });

  test('T01 gives both sides the same value, and conflicts in the same case', () => {
    fc.assert(
      fc.property(sides, ({ texts }) => {
        const one = mergeFile('a.json', texts);
        const other = mergeFile('a.json', { ...texts, mine: texts.theirs, theirs: texts.mine });
        expect(other.conflicts.length).toBe(one.conflicts.length);
        expect(one.conflicts.length > 0 || isDeepStrictEqual(parsed(other), parsed(one))).toBe(true);
      }),
      runs,
    );
  });

  test('T01 can be decided in any order, and each side gets what it wrote', () => {
    fc.assert(
      fc.property(sides, fc.array(fc.nat(1000)), ({ base, theirs, texts }, order) => {
        const merged = mergeFile('a.json', texts);
        const decide = (next: (count: number) => number) => {
          let state = merged;
          while (state.conflicts.length > 0) {
            const conflict = state.conflicts[next(state.conflicts.length)];
            const now = conflict && resolve(state, conflict, 'theirs');
            if (!now || 'refused' in now) throw new Error(`refused ${JSON.stringify(conflict)}`);
            state = now;
          }
          return parsed(state);
        };
        const [forward, random] = [decide(() => 0), decide((count) => (order.pop() ?? 0) % count)];
        expect(random).toEqual(forward);
        const fresh = tokens(theirs).filter((token) => !tokens(base).includes(token));
        for (const token of fresh) expect(tokens(forward)).toContain(token);
      }),
      runs,
    );
  });
});
