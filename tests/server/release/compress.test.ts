import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Part } from '../../../engine/compiler/types.ts';
import { compressPart } from '../../../server/platform/release/compress.ts';

test('a compressed part keeps only its own bytes in memory, not the pool of small buffers', async () => {
  const part: Part = { name: 'words', type: 'application/json', body: '{"heading":"Let’s begin"}' };
  const { brotli, gzip } = await compressPart(part);
  expect(brotliDecompressSync(brotli).toString()).toBe(part.body);
  expect(gunzipSync(gzip).toString()).toBe(part.body);
  expect([brotli.buffer.byteLength, gzip.buffer.byteLength]).toEqual([brotli.byteLength, gzip.byteLength]);
});
