import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import type { FormUi } from '../../../engine/config/formUi.ts';
import { photoProblem, type PhotoQuality } from '../../../engine/form/photoQuality.ts';
import { demoPhoto } from '../../../server/product/demo/photo.ts';
import identity from '../../../schemas/forms/identity.ui.json' with { type: 'json' };

const quality = (identity.fields as FormUi['fields'])['idPhoto']?.['ui:options']?.['quality'] as PhotoQuality;

async function problemOf(image: Sharp): Promise<string | undefined> {
  const { data, info } = await image.removeAlpha().toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
  return photoProblem({ width: info.width, height: info.height, data, channels: info.channels }, quality);
}
const card = async () => sharp(await demoPhoto('idPhoto'));
const plain = (width: number, height: number, level: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: level, g: level, b: level } } });

describe('E09 a photo of an ID', () => {
  test('that is sharp and well lit is readable', async () => {
    expect(await problemOf(await card())).toBeUndefined();
    expect(await problemOf((await card()).linear(0.6, 0))).toBeUndefined();
    expect(await problemOf((await card()).rotate(90))).toBeUndefined();
  });

  test('of a card on a large plain table is not blurred', async () => {
    const small = await (await card()).resize({ width: 500 }).toBuffer();
    expect(await problemOf(plain(1600, 1200, 90).composite([{ input: small }]))).toBeUndefined();
  });

  test.each([
    ['a grey picture of 100 × 80', () => plain(100, 80, 128), 'photoTooSmall'],
    ['a grey picture, however large', () => plain(1600, 1200, 128), 'photoBlurred'],
    ['a dark one', async () => (await card()).linear(0.1, 0), 'photoTooDark'],
    ['one with the light of a flash all over', async () => (await card()).linear(0.1, 228), 'photoTooBright'],
    ['a blurred one', async () => (await card()).blur(8), 'photoBlurred'],
    [
      'a small one that was enlarged',
      async () => sharp(await (await card()).resize({ width: 60 }).toBuffer()).resize({ width: 1200 }),
      'photoBlurred',
    ],
  ])('is refused: %s', async (_what, make, problem) => {
    expect(await problemOf(await make())).toBe(problem);
  });
});
