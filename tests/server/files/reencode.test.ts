import { describe, expect, test } from 'vitest';
import sharp from 'sharp';
import { deflateSync, crc32 } from 'node:zlib';
import { reencode } from '../../../server/platform/files/reencode.ts';

const picture = (width = 120, height = 80) => sharp({ create: { width, height, channels: 3, background: '#3a7' } });

/** A PNG whose header claims any size, with hardly any data. */
function pngClaiming(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(Buffer.alloc(1000))), chunk('IEND', Buffer.alloc(0))]);
}

describe('re-encoding a photo', () => {
  test.each(['jpeg', 'png', 'webp'] as const)('makes a JPEG of a %s', async (format) => {
    const photo = await reencode(await picture().toFormat(format).toBuffer());
    expect(photo).toMatchObject({ widthPx: 120, heightPx: 80 });
    expect((await sharp(photo?.bytes).metadata()).format).toBe('jpeg');
  });

  test('removes the GPS position and turns it upright', async () => {
    const withPlace = await picture()
      .jpeg()
      .withExif({ IFD0: { Copyright: 'me' }, IFD3: { GPSLatitude: '14/1 35/1 0/1', GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect((await sharp(withPlace).metadata()).exif).toBeDefined();
    const photo = await reencode(withPlace);
    const clean = await sharp(photo?.bytes).metadata();
    expect(clean.exif).toBeUndefined();
    expect(clean.orientation).toBeUndefined();
    expect(photo).toMatchObject({ widthPx: 80, heightPx: 120 });
  });

  test('removes data hidden behind the picture', async () => {
    const polyglot = Buffer.concat([await picture().jpeg().toBuffer(), Buffer.from('<script>alert(1)</script>PK\x03\x04')]);
    const photo = await reencode(polyglot);
    expect(photo?.bytes.includes('<script>')).toBe(false);
  });

  test('shrinks a photo that is larger than needed', async () => {
    expect(await reencode(await picture(4000, 3000).jpeg().toBuffer())).toMatchObject({ widthPx: 2400, heightPx: 1800 });
  });

  test.each([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"/>')],
    ['a GIF', Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1')],
    ['nothing', Buffer.alloc(0)],
    ['a JPEG that is only a head', Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
    ['a page that begins like a PNG', Buffer.from('\x89PNG\r\n\x1a\n<html>', 'latin1')],
    ['a PNG of 30,000 × 30,000', pngClaiming(30_000, 30_000)],
  ])('refuses %s', async (_, bytes) => {
    expect(await reencode(bytes)).toBeUndefined();
  });

  test('refuses a single pixel and a truncated file', async () => {
    expect(await reencode(await picture(1, 1).png().toBuffer())).toBeUndefined();
    const whole = await sharp({
      create: { width: 400, height: 400, channels: 3, background: '#fff', noise: { type: 'gaussian', mean: 99, sigma: 40 } },
    })
      .jpeg()
      .toBuffer();
    expect(await reencode(whole.subarray(0, whole.length / 2))).toBeUndefined();
  });

  test('runs in a queue when many come at once', async () => {
    const bytes = await picture().jpeg().toBuffer();
    const all = await Promise.all(Array.from({ length: 9 }, () => reencode(bytes)));
    expect(all.every(Boolean)).toBe(true);
  });
});
