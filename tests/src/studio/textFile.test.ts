import { expect, test } from 'vitest';
import { decoded, isText } from '../../../src/studio/blocks/wordGrid/textFile.ts';

const bytes = (...values: number[]): ArrayBuffer => new Uint8Array(values).buffer;

test('T09 a picture is no text, but text in UTF-16 is', () => {
  expect(isText(decoded(bytes(0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13)))).toBe(false);
  expect(isText(decoded(bytes(0xff, 0xfe, 0x6b, 0, 0x65, 0)))).toBe(true);
  expect(isText(decoded(bytes(0x6b, 0x65, 0x79)))).toBe(true);
});
