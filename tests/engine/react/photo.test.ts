import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answer, openStage, type Stage } from './gallery/browser.ts';

let stage: Stage;
let large: { name: string; mimeType: string; buffer: Buffer };
beforeAll(async () => {
  stage = await openStage();
  const buffer = await sharp({
    create: { width: 2000, height: 1400, channels: 3, noise: { type: 'gaussian', mean: 120, sigma: 20 }, background: '#888' },
  })
    .jpeg({ quality: 100 })
    .toBuffer();
  large = { name: 'id.jpg', mimeType: 'image/jpeg', buffer };
});
afterAll(() => stage?.close());

test('a file is resized on the device, shown, and sent with progress', async () => {
  const page = await stage.page('?only=idPhoto');
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: 'Choose a file' }).click()]);
  await chooser.setFiles(large);
  await page.getByRole('img', { name: 'Preview: Photo of your ID' }).waitFor();
  expect(await page.locator('canvas').evaluate((canvas: HTMLCanvasElement) => [canvas.width, canvas.height])).toEqual([1600, 1120]);
  await page.getByText('Photo received').waitFor();
  expect(await answer(page, 'idPhoto')).toBe('file1');
  const [upload] = await page.evaluate(() => window.gallery.uploads);
  expect(upload?.purpose).toBe('identity');
  expect(upload?.bytes).toBeLessThan(large.buffer.length / 2);
  await page.close();
});

test('an unsent photo can be sent again without taking it again', async () => {
  const page = await stage.page('?only=idPhoto');
  await page.evaluate(() => (window.gallery.failUploads = 1));
  await page.locator('input[type=file]').first().setInputFiles(large);
  await page.getByRole('alert').getByText('No connection').waitFor();
  expect(await answer(page, 'idPhoto')).toBeUndefined();
  await page.getByRole('button', { name: 'Send again' }).click();
  await page.getByText('Photo received').waitFor();
  expect(await answer(page, 'idPhoto')).toBe('file1');
  await page.close();
});

test('S33 the camera is explained before the permission, takes a selfie, and retakes it', async () => {
  const page = await stage.page('?only=selfie');
  await page.getByText('Your browser will ask').waitFor();
  await page.getByRole('button', { name: 'Take a photo' }).click();
  await page.getByRole('dialog', { name: 'Selfie' }).getByRole('button', { name: 'Take the photo' }).click();
  await page.getByText('Photo received').waitFor();
  await page.getByRole('button', { name: 'Take it again' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Take the photo' }).click();
  await expect.poll(() => answer(page, 'selfie'), { timeout: 10_000 }).toBe('file2');
  await page.close();
});

test('E06 a file that is not a picture is refused before upload', async () => {
  const page = await stage.page('?only=idPhoto');
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'id.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('not a picture') });
  await page.getByRole('alert').getByText('This picture cannot be read').waitFor();
  expect(await page.evaluate(() => window.gallery.uploads)).toEqual([]);
  await page.close();
});

test('E06 a photo outside the limits is refused on the device with advice; the next one is sent', async () => {
  const page = await stage.page('?only=idPhoto');
  const grey = sharp({ create: { width: 1200, height: 900, channels: 3, background: '#888' } });
  const file = page.locator('input[type=file]').first();
  await file.setInputFiles({ name: 'id.jpg', mimeType: 'image/jpeg', buffer: await grey.jpeg().toBuffer() });
  await page.getByRole('alert').getByText('Hold the phone still').waitFor();
  expect(await page.getByRole('button', { name: 'Send again' }).count()).toBe(0);
  expect([await answer(page, 'idPhoto'), await page.evaluate(() => window.gallery.uploads)]).toEqual([undefined, []]);
  await file.setInputFiles(large);
  await page.getByText('Photo received').waitFor();
  expect(await answer(page, 'idPhoto')).toBe('file1');
  await page.close();
});
