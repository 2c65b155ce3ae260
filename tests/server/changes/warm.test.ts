import { expect, test } from 'vitest';
import type { Compiler } from '../../../engine/compiler/compile.ts';
import { WarmCompilers } from '../../../server/platform/changes/compiling/warm.ts';

/** Requests compilers by name. Returns the ones that were created. */
function made(warm: WarmCompilers, ...names: string[]): string[] {
  const anew: string[] = [];
  for (const name of names) {
    warm.get(name, () => {
      anew.push(name);
      return { check: async () => [] } as unknown as Compiler;
    });
  }
  return anew;
}

test('T02 the compilers that were used last stay warm', () => {
  const warm = new WarmCompilers(2, () => 0.1);
  expect(made(warm, 'a', 'b', 'a', 'c', 'a', 'b')).toEqual(['a', 'b', 'c', 'b']);
});

test('T02 where memory is short, a new compiler takes the place of all others, and a warm one stays', () => {
  let used = 0.1;
  const warm = new WarmCompilers(4, () => used);
  expect(made(warm, 'a', 'b')).toEqual(['a', 'b']);
  used = 0.6;
  expect(made(warm, 'a', 'c', 'c')).toEqual(['c']);
  used = 0.1;
  expect(made(warm, 'a', 'b', 'c')).toEqual(['a', 'b']);
});
