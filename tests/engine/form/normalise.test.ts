import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normalise, normaliserNames, normalisers } from '../../../engine/form/normalise.ts';
import cases from '../../cases/normalisers.json' with { type: 'json' };

describe('normalisers', () => {
  test.each(cases)('$name turns "$from" into "$to"', ({ name, from, to }) => {
    expect(normalise([name], from)).toBe(to);
  });

  test('are idempotent, so they can run on every key press', () => {
    const text = fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.stringMatching(/^[+0369 ]{0,16}$/));
    for (const name of normaliserNames) {
      const apply = (value: string) => normalisers[name]?.apply(value) ?? value;
      fc.assert(
        fc.property(text, (value) => {
          expect(apply(apply(value))).toBe(apply(value));
        }),
      );
    }
  });

  test('apply in the order given', () => {
    expect(normalise(['noChinese', 'collapseSpaces', 'trim'], ' Ana 安娜 Cruz ')).toBe('Ana Cruz');
  });

  test('keep the space between two words while typing', () => {
    expect(normalise(['collapseSpaces', 'trim'], 'Ana ', true)).toBe('Ana ');
  });

  test('leave values other than text unchanged', () => {
    expect(normalise(['trim'], 12)).toBe(12);
    expect(normalise(['trim'], undefined)).toBeUndefined();
  });
});
