import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { extended, maxStrokes, pathOf, type SignatureValue } from '../../../src/borrower/widgets/signature/strokes.ts';
import { SignatureInput } from '../../../server/contract/agreements.ts';
import { logOf, openStage, type Stage } from './stage/browser.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';

/** A busy machine may slow a page down. */
const slowly = { timeout: 10_000 };

describe('a stroke', () => {
  test('omits adjacent points and ends at the limit of the API', () => {
    expect(extended([10, 10], 11, 11)).toEqual([10, 10]);
    expect(extended([10, 10], 20.4, 10.6)).toEqual([10, 10, 20, 11]);
    let stroke: readonly number[] = [];
    for (let at = 0; at < 5000; at++) stroke = extended(stroke, (at % 2) * 500, at % 200);
    expect(stroke).toHaveLength(4000);
  });

  test('is a dot for one point, and otherwise a curve through the midpoints', () => {
    expect(pathOf([])).toBe('');
    expect(pathOf([5, 6])).toBe('M5 6h0');
    expect(pathOf([0, 0, 10, 0, 20, 10])).toBe('M0 0Q10 0 15 5L20 10');
  });
});

describe('S36 the signature pad', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage?.close());

  const valid = new Ajv2020({ strict: false }).compile(SignatureInput);
  const answer = (page: Page) =>
    page.evaluate(() => window.stage.screen.form('sign').value('signature')) as Promise<SignatureValue | undefined>;
  const strokes = async (page: Page) => (await answer(page))?.strokes?.length ?? 0;

  async function draw(page: Page, from: [number, number], to: [number, number]): Promise<void> {
    const box = await page.locator('.signature-pad svg').boundingBox();
    if (!box) throw new Error('no pad');
    await page.mouse.move(box.x + from[0], box.y + from[1]);
    await page.mouse.down();
    await page.mouse.move(box.x + to[0], box.y + to[1], { steps: 8 });
    await page.mouse.up();
  }

  test('stores the drawing in the format of the API; undo removes the last stroke, clear removes all; empty is absent', async () => {
    const page = await stage.page('signature');
    await draw(page, [40, 60], [200, 90]);
    await draw(page, [60, 100], [240, 40]);
    expect(await strokes(page)).toBe(2);
    valid(await answer(page));
    expect(valid.errors).toBe(null);
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(await strokes(page)).toBe(1);
    await page.getByRole('button', { name: 'Clear' }).click();
    expect(await answer(page)).toBeUndefined();
    await page.close();
  });

  test('works by touch without scrolling the page', async () => {
    const page = await stage.page('signature');
    const box = await page.locator('.signature-pad svg').boundingBox();
    const client = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
      client.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x: (box?.x ?? 0) + x, y: (box?.y ?? 0) + y }],
      });
    await touch('touchStart', 50, 30);
    for (let y = 30; y < 120; y += 10) await touch('touchMove', 50 + y, y);
    await touch('touchEnd');
    expect(await strokes(page)).toBe(1);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.close();
  });

  test('looks the same after the phone is rotated', async () => {
    const page = await stage.page('signature');
    await draw(page, [40, 60], [200, 90]);
    const before = await answer(page);
    await page.setViewportSize({ width: 844, height: 390 });
    expect(await answer(page)).toEqual(before);
    expect(before).toMatchObject({ widthPx: 600, heightPx: 240 });
    const [svg, path] = await page.evaluate(() => {
      const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
      return [box('.signature-pad svg'), box('.signature-stroke')];
    });
    expect((path?.left ?? 0) - (svg?.left ?? 0)).toBeCloseTo(((svg?.width ?? 0) * (before?.strokes?.[0]?.[0] ?? 0)) / 600, -1);
    await page.close();
  });

  test('accepts a typed name by keyboard alone', async () => {
    const page = await stage.page('signature');
    await page.getByRole('button', { name: 'Type your name instead' }).press('Enter');
    await page.keyboard.type('  Maria   Santos ');
    expect(await answer(page)).toEqual({ typedName: 'Maria Santos' });
    expect(valid(await answer(page))).toBe(true);
    await page.getByRole('button', { name: 'Draw your signature instead' }).press('Enter');
    expect(await answer(page)).toBeUndefined();
    await page.close();
  });

  test('reports a missing signature with a link to it', async () => {
    const page = await stage.page('signature');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('Please sign.').first().waitFor();
    expect(await logOf(page)).not.toContain('say Saved');
    await draw(page, [40, 60], [200, 90]);
    await page.getByRole('button', { name: 'Next' }).click();
    await expect.poll(() => logOf(page), slowly).toContain('say Saved');
    await page.close();
  });

  test('never sends more strokes than the API accepts', async () => {
    const page = await stage.page('signature');
    await page.evaluate((most) => {
      const strokes = Array.from({ length: most }, () => [1, 1]);
      window.stage.screen.form('sign').set('signature', { strokes, widthPx: 600, heightPx: 240 });
    }, maxStrokes);
    await draw(page, [40, 60], [200, 90]);
    expect(await strokes(page)).toBe(maxStrokes);
    await page.close();
  });
});
