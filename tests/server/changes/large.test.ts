import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProductChange } from '../../../server/contract/staff/studio.ts';
import type { ProductApp } from '../support/product.ts';
import { type StaffMember, staffMember } from '../support/staff.ts';
import { startStudio } from '../support/studio.ts';

let server: ProductApp;
let editor: StaffMember;
let change: ProductChange;

beforeAll(async () => {
  server = await startStudio();
  editor = await staffMember(server, 'editor');
  change = (await editor.call('POST', '/api/staff/studio/changes', { title: 'Many words' })).json<ProductChange>();
}, 300_000);
afterAll(() => server.close());

const get = (what: string, headers: Record<string, string> = {}) =>
  server.app.inject({
    url: `/api/staff/studio/changes/${change.id}/${what}`,
    headers: { authorization: `Bearer ${editor.token}`, ...headers },
  });

test.each(['texts', 'meta-schemas'])('T07 a large answer (%s) is sent compressed, and not again while it stays as it is', async (what) => {
  const plain = await get(what);
  expect([plain.statusCode, plain.headers['content-encoding'], plain.headers['cache-control']]).toEqual([
    200,
    undefined,
    'private, no-cache',
  ]);
  const small = await get(what, { 'accept-encoding': 'gzip, br' });
  expect(small.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(small.rawPayload).toString()).toBe(plain.body);
  expect(small.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4);
  const etag = String(small.headers['etag']);
  const again = await get(what, { 'if-none-match': etag });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  expect((await server.app.inject({ url: again.raw.req.url ?? '', headers: { 'if-none-match': etag } })).statusCode).toBe(401);
  expect((await get(what, { 'if-none-match': '"another"' })).statusCode).toBe(200);
});
