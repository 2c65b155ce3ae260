import { devices, expect, test, type Page } from '@playwright/test';
import { startServer, type RunningServer } from './support/server.ts';
import { beginChange, enterStudio } from './support/studio.ts';

let server: RunningServer;
test.beforeAll(async () => void (server = await startServer()));
test.afterAll(() => server.stop());

test.use({ isMobile: false, hasTouch: false, viewport: { width: 1280, height: 900 }, userAgent: 'Mozilla/5.0 (X11; Linux x86_64)' });
/** The preview world is another server, which starts with the first preview. */
test.setTimeout(300_000);
const worldMs = 150_000;

async function begin(page: Page): Promise<string> {
  await enterStudio(page, server, 'editor');
  return beginChange(page, 'A warmer welcome');
}

/** Saves a word of the start page through the editor's API. */
async function saveHeading(page: Page, path: string, heading: string): Promise<void> {
  const saved = await page.evaluate(
    async ([id, text]) => {
      const { publicData } = JSON.parse(localStorage.getItem('hakbangStudio') ?? '{}') as { publicData: { token: string } };
      const headers = { 'content-type': 'application/json', 'x-hakbang-token': publicData.token, 'idempotency-key': crypto.randomUUID() };
      const at = `/api/staff/studio/changes/${id}/file`;
      const file = 'locales/en/screens/start.json';
      const opened = (await (await fetch(`${at}?path=${file}`, { headers })).json()) as { text: string; hash: string };
      const body = JSON.stringify({
        path: file,
        basedOn: opened.hash,
        text: opened.text.replace(/"heading": "[^"]*"/, `"heading": "${text}"`),
      });
      return (await fetch(at, { method: 'PUT', headers, body })).status;
    },
    [path.split('/').at(-1) ?? '', heading] as const,
  );
  expect(saved).toBe(200);
}

test('T03 T04 a change is seen before and after, follows each save, and opens on a phone by a link', async ({ page, browser }) => {
  const path = await begin(page);
  await page.getByRole('link', { name: 'Preview' }).click();
  await page.getByLabel('Screen or step').selectOption('/start', { timeout: worldMs });
  await page.getByLabel('Show', { exact: true }).selectOption({ label: 'Before and after' });
  const side = (name: string) => page.frameLocator(`iframe[title="Preview: ${name} the change"]`).getByRole('heading', { level: 1 });
  await expect(side('After')).toHaveText('A small loan, step by step', { timeout: worldMs });
  await expect(side('Before')).toHaveText('A small loan, step by step', { timeout: worldMs });
  await saveHeading(page, path, 'Good to see you');
  await expect(side('After')).toHaveText('Good to see you', { timeout: worldMs });
  await expect(side('Before')).toHaveText('A small loan, step by step', { timeout: worldMs });
  await page.getByLabel('Size', { exact: true }).selectOption({ label: 'Tablet (768 px)' });
  const width = () =>
    page
      .locator('iframe')
      .last()
      .evaluate((frame) => (frame as HTMLIFrameElement).offsetWidth);
  expect(await width()).toBe(768);

  await page.getByLabel('Screen or step').selectOption({ label: '4. Work and income' });
  await expect(side('After')).toHaveText('Work and income', { timeout: 30_000 });
  await expect(side('Before')).toHaveText('Work and income', { timeout: 30_000 });
  await page.getByLabel('Show', { exact: true }).selectOption({ label: 'After the change' });
  const frame = page.frameLocator('iframe');
  await page.getByLabel('Without a network').check();
  await expect(frame.getByText(/offline/i).first()).toBeVisible();
  await page.getByLabel('Without a network').uncheck();
  await expect(frame.getByText(/offline/i)).toHaveCount(0);
  await page.getByLabel('Screen or step').selectOption('/start');

  await page.getByRole('button', { name: 'Make a link' }).click();
  await expect(page.getByRole('img', { name: 'QR code of the link' })).toBeVisible();
  const address = (await page.getByRole('link', { name: /\/preview\// }).getAttribute('href')) ?? '';
  const phone = await browser.newContext(devices['iPhone 13']);
  const visitor = await phone.newPage();
  await visitor.goto(address);
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Good to see you', { timeout: worldMs });
  expect(new URL(visitor.url()).origin).not.toBe(server.url);
  await page.getByRole('button', { name: 'End it' }).click();
  await expect(page.getByText('No link works now.')).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByText('This preview has ended')).toBeVisible();
  await visitor.goto(address);
  await expect(visitor.getByText('This link shows nothing')).toBeVisible();
  await phone.close();
});

test('T05 a click in the preview, or Tab and Enter, opens the place that defines what was chosen', async ({ page }) => {
  await begin(page);
  await page.getByRole('link', { name: 'Preview' }).click();
  await page.getByLabel('Screen or step').selectOption({ label: '4. Work and income' }, { timeout: worldMs });
  const frame = page.frameLocator('iframe');
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Work and income', { timeout: worldMs });
  await page.getByLabel('Click to edit').check();
  // Messages from any other origin than the preview's change nothing.
  await page.evaluate(() => window.postMessage({ hakbang: 'picked', file: 'flows/settings.json', pointer: '' }, '*'));
  const field = await page.frameLocator('iframe').locator('[data-field=jobType]').boundingBox();
  if (!field) throw new Error('The field is not shown.');
  await page.mouse.click(field.x + field.width / 2, field.y + 10);
  await page.waitForURL(/\/design\?/);
  const query = new URL(page.url()).searchParams;
  expect([query.get('file'), query.get('at')]).toEqual(['schemas/forms/work.schema.json', '/properties/jobType']);
  await expect(page.getByRole('heading', { name: 'What do you do?' })).toBeVisible({ timeout: 30_000 });

  await page.goBack();
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Work and income', { timeout: worldMs });
  await page.getByLabel('Click to edit').check();
  const outlined = frame.locator('html > div output');
  await expect(frame.locator('html > div')).toBeAttached();
  await page.locator('iframe').focus();
  const isInFrame = () => page.evaluate(() => document.activeElement?.tagName === 'IFRAME');
  // Tab gets past the selectable elements, in both directions.
  for (const key of ['Tab', 'Shift+Tab']) {
    await expect(async () => {
      await page.keyboard.press(key);
      expect(await isInFrame()).toBe(false);
    }).toPass({ intervals: [0], timeout: 30_000 });
    await page.locator('iframe').focus();
  }
  await page.keyboard.press('Tab');
  await expect(outlined).toBeVisible();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/design\?/);
  expect(new URL(page.url()).searchParams.get('at')).toMatch(/^\/(blocks|properties)\//);
});

test('T11 a reviewer sees the screens that a change touches, comments at a place and is answered', async ({ page, browser }) => {
  const path = await begin(page);
  await saveHeading(page, path, 'Good to see you');
  await page.reload();
  await page.getByRole('link', { name: 'Screens, reach and comments' }).click();
  const side = (name: string) => page.frameLocator(`iframe[title="Preview: ${name} the change"]`).getByRole('heading', { level: 1 });
  await expect(page.getByRole('heading', { level: 3, name: 'Welcome changed' })).toBeVisible({ timeout: 60_000 });
  await page.getByRole('heading', { level: 3, name: 'Welcome changed' }).scrollIntoViewIfNeeded();
  await expect(side('After')).toHaveText('Good to see you', { timeout: worldMs });
  await expect(side('Before')).toHaveText('A small loan, step by step', { timeout: worldMs });

  const phone = await browser.newContext({ ...devices['iPhone 13'], baseURL: server.url });
  const other = await phone.newPage();
  await enterStudio(other, server, 'reviewer');
  await other.goto(`${server.url}${path}/review`);
  await other.getByLabel('Click to comment').check();
  await other.getByRole('heading', { level: 3, name: 'Welcome changed' }).scrollIntoViewIfNeeded();
  const heading = other.frameLocator('iframe[title="Preview: After the change"]').getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Good to see you', { timeout: worldMs });
  await other.locator('iframe[title="Preview: After the change"]').evaluate((frame) => frame.scrollIntoView({ block: 'start' }));
  const box = await heading.boundingBox();
  if (!box) throw new Error('The heading is not shown.');
  await other.mouse.click(box.x + 20, box.y + box.height / 2);
  await expect(other.getByText(/^About start.screen.json: blocks/)).toBeVisible();
  await expect(other.getByLabel('Comment', { exact: true })).toBeFocused();
  await other.keyboard.type('Is this not too warm?');
  await other.getByRole('button', { name: 'Send the comment' }).click();
  await expect(other.getByRole('article')).toContainText('Is this not too warm?');
  const overflow = await other.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);

  const thread = page.getByRole('article');
  await expect(thread).toContainText('Is this not too warm?', { timeout: 30_000 });
  await thread.getByLabel('Answer to').fill('It is meant so.');
  await thread.getByRole('button', { name: 'Answer' }).click();
  await expect(other.getByRole('article')).toContainText('It is meant so.', { timeout: 30_000 });
  await other.getByRole('button', { name: 'Resolve' }).click();
  await expect(other.getByText('1 resolved')).toBeVisible();
  await thread.getByRole('link', { name: /start.screen.json/ }).waitFor({ state: 'hidden' });
  await phone.close();
});
