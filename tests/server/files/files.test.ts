import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import sharp from 'sharp';
import { json } from '../../../server/platform/db/json.ts';
import { demoPhoto } from '../../../server/product/demo/photo.ts';
import { sweepFiles } from '../../../server/platform/files/service.ts';
import type { LoggedIn } from '../support/login.ts';
import { multipart, newBorrower, photo, plainPhoto, sessionFor, startProduct, upload, type ProductApp } from '../support/product.ts';

let server: ProductApp;
let borrower: LoggedIn;
beforeAll(async () => {
  server = await startProduct();
  borrower = await newBorrower(server);
});
afterAll(() => server.close());

const uploaded = async (who: LoggedIn) => (await upload(server, who, 'idPhoto')).json<{ fileId: string }>().fileId;
const address = (who: LoggedIn, fileId: string) => server.app.inject({ method: 'GET', url: `/api/files/${fileId}`, headers: who.headers });
const storedFiles = async () =>
  (await readdir(join(server.deps.settings.dataDir, 'files'), { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());

describe('uploading a photo', () => {
  test('S33 stores it re-encoded and returns its size', async () => {
    const answer = await upload(server, borrower, 'selfie');
    expect(answer.json()).toMatchObject({
      contentType: 'image/jpeg',
      widthPx: 640,
      heightPx: 480,
      fileId: expect.stringMatching(/^[\w-]{24}$/),
    });
  });

  test.each([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['an empty file', Buffer.alloc(0)],
  ])('E06 refuses %s', async (_, bytes) => {
    expect((await upload(server, borrower, 'selfie', bytes)).json()).toMatchObject({ status: 422, code: 'photoProblem' });
  });

  test('E06 refuses a body without a file', async () => {
    const { headers } = multipart('selfie', Buffer.alloc(0));
    const payload =
      '--hakbang-test-boundary\r\nContent-Disposition: form-data; name="purpose"\r\n\r\nselfie\r\n--hakbang-test-boundary--\r\n';
    const answer = await server.app.inject({ method: 'POST', url: '/api/files', payload, headers: { ...borrower.headers, ...headers } });
    expect(answer.json()).toMatchObject({ code: 'photoProblem' });
  });

  test.each([
    ['idPhoto', 'a grey picture of 100 × 80', 'photoTooSmall', () => plainPhoto(100, 80, '#808080')],
    ['idPhoto', 'a large grey picture', 'photoBlurred', () => plainPhoto(1200, 900, '#808080')],
    [
      'idPhoto',
      'a picture without colours',
      'photoBlurred',
      async () =>
        sharp(await plainPhoto(1200, 900, '#808080'))
          .grayscale()
          .png()
          .toBuffer(),
    ],
    ['idPhoto', 'a dark picture', 'photoTooDark', () => plainPhoto(1200, 900, '#101010')],
    ['idPhoto', 'a white picture', 'photoTooBright', () => plainPhoto(1200, 900, '#ffffff')],
    [
      'selfie',
      'a blurred picture',
      'photoBlurred',
      async () =>
        sharp(await demoPhoto('selfie'))
          .blur(12)
          .jpeg()
          .toBuffer(),
    ],
  ])('E06 refuses as %s %s: %s', async (purpose, _, code, make) => {
    const answer = await upload(server, borrower, purpose, await make());
    expect(answer.json()).toMatchObject({ status: 422, code });
    expect(answer.json()).not.toHaveProperty('fileId');
  });

  test('accepts a plain screenshot if the layout sets no limits', async () => {
    expect((await upload(server, borrower, 'feedback', await plainPhoto(100, 80, '#808080'))).statusCode).toBe(200);
  });

  test('refuses a purpose that no photo widget uses', async () => {
    expect((await upload(server, borrower, 'wallpaper')).json()).toMatchObject({ status: 400, problems: [{ path: '/purpose' }] });
    expect((await upload(server, borrower, '../etc')).json()).toMatchObject({ status: 400 });
  });

  test('refuses eleven megabytes and stays up', async () => {
    const answer = await upload(server, borrower, 'selfie', Buffer.concat([await photo(), Buffer.alloc(11 * 1024 * 1024)]));
    expect(answer.json()).toMatchObject({ status: 413, code: 'payloadTooLarge' });
  });

  test('ignores paths in file names', async () => {
    const { payload, headers } = multipart('selfie', await photo(), '../../../../evil.jpg');
    const answer = await server.app.inject({ method: 'POST', url: '/api/files', payload, headers: { ...borrower.headers, ...headers } });
    expect(answer.statusCode).toBe(200);
    expect((await storedFiles()).every(({ name }) => /^[\w-]{24}$/.test(name))).toBe(true);
  });

  test('leaves no half-written file and nothing readable on the disk', async () => {
    const fileId = await uploaded(borrower);
    const file = (await storedFiles()).find(({ name }) => name === fileId);
    const bytes = await readFile(join(file?.parentPath ?? '', fileId));
    expect(bytes.subarray(0, 3)).not.toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    expect((await storedFiles()).some(({ parentPath }) => parentPath.endsWith('tmp'))).toBe(false);
  });

  test('limits the number of photos per day', async () => {
    const busy = await newBorrower(server);
    const soon = server.clock.now().getTime() + 600 * 1000;
    const slots = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`busy-file-${index}`, soon]));
    await server.deps.db
      .insertInto('upload_quotas')
      .values({ customer_id: busy.customerId, slots: json(slots) })
      .execute();
    const refused = await upload(server, busy, 'selfie');
    expect([refused.json(), refused.headers['retry-after']]).toMatchObject([{ status: 429, code: 'tooFrequent' }, '600']);
    server.clock.advance(600);
    expect((await upload(server, busy, 'selfie')).statusCode).toBe(200);
    server.clock.advance(-600);
  });
});

describe('viewing a photo', () => {
  test('its owner gets a short-lived address that an <img> can use', async () => {
    const fileId = await uploaded(borrower);
    const { url, expiresInSeconds } = (await address(borrower, fileId)).json<{ url: string; expiresInSeconds: number }>();
    expect(expiresInSeconds).toBe(300);
    const answer = await server.app.inject({ method: 'GET', url });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': expect.stringContaining('attachment') as string,
      'content-security-policy': expect.stringContaining('sandbox') as string,
      'x-content-type-options': 'nosniff',
      'cache-control': expect.stringContaining('private') as string,
    });
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 640 });
  });

  test("another borrower's photo is not found, and the attempt is logged", async () => {
    const fileId = await uploaded(borrower);
    const other = await newBorrower(server);
    const [theirs, none] = [await address(other, fileId), await address(other, 'no-such-file')];
    expect(theirs.json()).toMatchObject({ status: 404, code: 'notFound' });
    const withoutId = (body: string) => body.replace(/"instance":"[^"]*"/, '');
    expect(withoutId(theirs.body)).toBe(withoutId(none.body));
    expect(server.log).toContainEqual(expect.objectContaining({ alarm: 'foreignId', file: fileId }));
  });

  test('an address expires and works for no other file', async () => {
    const [first, second] = [await uploaded(borrower), await uploaded(borrower)];
    const { url } = (await address(borrower, first)).json<{ url: string }>();
    const get = async (path: string) => (await server.app.inject({ method: 'GET', url: path })).statusCode;
    expect(await get(url.replace(first, second))).toBe(404);
    expect(await get(url.replace(/expires=\d+/, 'expires=9999999999'))).toBe(404);
    expect(await get(url.replace(/signature=.*/, 'signature='))).toBe(404);
    expect(await get(`/api/files/${first}/content`)).toBe(404);
    server.clock.advance(301);
    expect(await get(url)).toBe(404);
  });
});

describe('sweeping', () => {
  test('deletes files that no answer uses after two days, and nothing else', async () => {
    const who = await newBorrower(server);
    const [attached, left] = [await uploaded(who), await uploaded(who)];
    await server.deps.db.updateTable('files').set({ attached_at: server.clock.now() }).where('id', '=', attached).execute();
    server.clock.advance(3 * 24 * 3600);
    const fresh = { ...who, headers: await sessionFor(server.deps, who.customerId) };
    const recent = await uploaded(fresh);
    await sweepFiles(server.deps);
    const rows = await server.deps.db.selectFrom('files').select('id').where('customer_id', '=', who.customerId).execute();
    expect(new Set(rows.map(({ id }) => id))).toEqual(new Set([attached, recent]));
    expect(await server.deps.ports.storage.get(left)).toBeUndefined();
  });
});

describe('a photo folder that cannot be used', () => {
  const folder = () => join(server.deps.settings.dataDir, 'files');
  test('gives 503 with Retry-After, and the node is not ready until it is back', async () => {
    const other = await newBorrower(server);
    const { url } = (await address(other, await uploaded(other))).json<{ url: string }>();
    await rename(folder(), `${folder()}.away`);
    await writeFile(folder(), 'in its place');
    const refused = [await upload(server, other, 'idPhoto'), await server.app.inject({ url, headers: other.headers })];
    for (const answer of refused) {
      expect([answer.statusCode, answer.json<{ code: string }>().code, answer.headers['retry-after']]).toEqual([503, 'unavailable', '5']);
    }
    const ready = await server.app.inject('/health/ready');
    expect(ready.statusCode).toBe(503);
    expect(ready.json()).toMatchObject({
      problems: [{ code: 'noStorage', message: expect.stringContaining('the folder cannot be used') }],
    });
    await rm(folder());
    await rename(`${folder()}.away`, folder());
    expect((await server.app.inject('/health/ready')).statusCode).toBe(200);
    expect((await upload(server, other, 'idPhoto')).statusCode).toBe(200);
  });
});
