import { expect, type Page } from '@playwright/test';
import { openAt, registerByApi } from './support/api.ts';
import { exampleOf, fillForm, photo } from './support/fill.ts';
import { expectAccessible, nextButton } from './support/journey.ts';
import { test } from './support/shared.ts';

test.use({ serviceWorkers: 'allow', navigationTimeout: 20_000 });

const at = (page: Page, screen: string) => page.locator(`[data-current][data-screen="${screen}"]`);

/** Waits until the service worker has taken over and all prefetching is done. */
async function prepared(page: Page): Promise<void> {
  // The page registers the service worker when idle, which takes a while on a busy machine.
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', undefined, { timeout: 20_000 });
  await page.waitForFunction(async () => (await caches.match('/shell.html')) !== undefined);
  await page.waitForLoadState('networkidle');
}

test('the app can be installed: manifest, icons, service worker', async ({ page, request, server }) => {
  await page.goto(`${server.url}/start`);
  const href = await page.locator('link[rel="manifest"]').getAttribute('href');
  const manifest = (await (await request.get(server.url + href)).json()) as { start_url: string; icons: { src: string; sizes: string }[] };
  expect(manifest).toMatchObject({ name: 'Hakbang', display: 'standalone', start_url: '/start?standalone=1', lang: 'en-PH' });
  for (const { src, sizes } of manifest.icons) {
    const answer = await request.get(server.url + src);
    expect(answer.headers()['content-type']).toBe('image/png');
    expect((await answer.body()).readUInt32BE(16)).toBe(Number(sizes.split('x')[0]));
  }
  await prepared(page);
  const cdp = await page.context().newCDPSession(page);
  const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors');
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
});

test('E01 after the first step the onboarding is filled offline, survives a reload, and is sent when the network is back', async ({
  page,
  context,
  server,
}) => {
  test.setTimeout(150_000);
  const borrower = await openAt(page, server, 'personalBasic');
  await nextButton(page).waitFor();
  await prepared(page);
  await context.setOffline(true);
  await fillForm(page, 'personalBasic');
  await nextButton(page).click();
  await at(page, 'baseInfo2').waitFor();
  await fillForm(page, 'personalMore');
  await nextButton(page).click();
  await at(page, 'workInfo').waitFor();
  await fillForm(page, 'work');

  // The draft is saved 400 ms after the last input. A person is slower than that.
  await page.waitForTimeout(600);
  // Closed and reopened offline: confirmed and unconfirmed input is still there.
  await page.reload();
  await at(page, 'workInfo').waitFor();
  await expect(page.locator('.offline')).toBeVisible();
  await nextButton(page).click();
  await at(page, 'contact').waitFor();
  await fillForm(page, 'contact');
  await nextButton(page).click();
  await at(page, 'callTime').waitFor();
  // If a page is loaded offline, Chromium may let its first request through.
  expect(['personalBasic', 'personalMore']).toContain((await borrower.snapshot()).position.step?.id);

  await context.setOffline(false);
  await expect.poll(async () => (await borrower.snapshot()).position.step?.id, { timeout: 30_000 }).toBe('callTime');
  const { answers } = await borrower.snapshot();
  expect(answers['personalMore']).toMatchObject(exampleOf('personalMore'));
  const { companyPhone: _sensitive, ...work } = exampleOf('work');
  expect(answers['work']).toMatchObject(work);
});

test('G03 E01 a screen changes its language offline too', async ({ page, context, server }) => {
  const borrower = await registerByApi(page.request, server);
  await borrower.enter(context);
  await page.goto(`${server.url}/setup`);
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await page.getByRole('button', { name: 'हिन्दी' }).click();
  const heading = page.getByRole('heading', { level: 1, name: 'सेटिंग' });
  await expect(heading).toBeVisible();
  await prepared(page);
  await context.setOffline(true);
  await page.reload();
  await expect(heading).toBeVisible();
  await expect(page.locator('.offline')).toBeVisible();
});

test('S33 E01 a photo taken offline waits on the phone, encrypted, survives a reload, and is sent when the network is back', async ({
  page,
  context,
  server,
}) => {
  await openAt(page, server, 'selfie');
  await nextButton(page).waitFor();
  await prepared(page);
  await context.setOffline(true);
  const picture = { name: 'me.jpg', mimeType: 'image/jpeg', buffer: await photo() };
  const field = at(page, 'faceInfo').locator('[data-field="photo"]');
  await field.locator('input[type=file]').first().setInputFiles(picture);
  await expect(field.getByText('The photo is kept on this phone')).toBeVisible({ timeout: 15_000 });
  expect(await page.evaluate(keptInTheClear)).toBe(false);
  await page.reload();
  await expect(field.getByText('The photo is kept on this phone')).toBeVisible({ timeout: 15_000 });
  await expect(field.getByRole('img', { name: /^Preview/ })).toBeVisible();
  await expectAccessible(page, 'a photo that waits');
  await context.setOffline(false);
  await expect(field.getByText('Saved', { exact: true })).toBeVisible({ timeout: 20_000 });
  await nextButton(page).click();
  await at(page, 'review').waitFor();
});

/** Records the feedback and photos that the page sends, in order. */
function feedbackSent(page: Page): { path: string; key: string; body: string | null }[] {
  const sent: ReturnType<typeof feedbackSent> = [];
  page.on('request', (each) => {
    const path = new URL(each.url()).pathname;
    if (each.method() !== 'POST' || !['/api/files', '/api/feedback'].includes(path)) return;
    sent.push({ path, key: each.headers()['idempotency-key'] ?? '', body: path === '/api/feedback' ? each.postData() : null });
  });
  return sent;
}

async function writeWithPhotos(page: Page, photos: number): Promise<void> {
  const screen = at(page, 'feedback');
  await fillForm(page, 'feedback', { topic: 'app', text: 'The button for the photo is hard to find.' });
  for (const name of ['photo', 'photo2'].slice(0, photos)) {
    const field = screen.locator(`[data-field="${name}"]`);
    const picture = { name: 'screen.jpg', mimeType: 'image/jpeg', buffer: await photo() };
    await field.locator('input[type=file]').first().setInputFiles(picture);
    await expect(field.getByText('goes with what you write')).toBeVisible({ timeout: 15_000 });
  }
  await screen.getByRole('button', { name: 'Send feedback' }).click();
  await expect(screen.getByText('Waiting to be sent')).toBeVisible();
}

test('V08 E01 feedback written offline keeps its photos on the phone, encrypted, survives a reload, and is sent once, in order', async ({
  page,
  context,
  server,
}) => {
  test.setTimeout(90_000);
  const borrower = await registerByApi(page.request, server);
  await borrower.enter(context);
  await page.goto(`${server.url}/feedback`);
  const screen = at(page, 'feedback');
  await screen.getByRole('button', { name: 'Send feedback' }).waitFor();
  await prepared(page);
  await context.setOffline(true);
  await writeWithPhotos(page, 2);
  // The form is empty again for the next feedback.
  await expect(screen.getByRole('img', { name: /^Preview/ })).toHaveCount(0);
  await expect(screen.getByText('With 2 photos')).toBeVisible();
  expect(await page.evaluate(keptInTheClear)).toBe(false);
  await expectAccessible(page, 'feedback with photos that waits');
  await page.reload();
  await expect(screen.getByText('With 2 photos')).toBeVisible({ timeout: 15_000 });
  await expect(screen.getByRole('img', { name: /^Preview/ })).toHaveCount(0);

  const sent = feedbackSent(page);
  await context.setOffline(false);
  await expect(screen.getByText(/Number FB-/)).toBeVisible({ timeout: 20_000 });
  await expect(screen.getByText('With 2 photos')).toBeVisible();
  const files = sent.filter(({ path }) => path === '/api/files').length;
  expect([files, sent.findIndex(({ path }) => path === '/api/feedback')]).toEqual([2, 2]);
  const { answers } = JSON.parse(sent.at(-1)?.body ?? '{}') as { answers: Record<string, string> };
  for (const id of [answers['photo'], answers['photo2']]) expect((await borrower.get(`/api/files/${id}`)).status()).toBe(200);
  expect(new Set(sent.slice(2).map(({ key }) => key)).size).toBe(1);
});

test('V08 E06 a photo refused later is reported, and the text stays', async ({ page, context, server }) => {
  const borrower = await registerByApi(page.request, server);
  await borrower.enter(context);
  await page.goto(`${server.url}/feedback`);
  const screen = at(page, 'feedback');
  await screen.getByRole('button', { name: 'Send feedback' }).waitFor();
  await prepared(page);
  await context.setOffline(true);
  await writeWithPhotos(page, 1);
  await context.route('**/api/files', (route) => route.fulfill({ status: 422, json: { code: 'photoProblem', status: 422 } }));
  const sent = feedbackSent(page);
  await context.setOffline(false);
  await expect(screen.getByText(/Number FB-/)).toBeVisible({ timeout: 20_000 });
  await expect(screen.getByText('1 photo could not be used')).toBeVisible();
  expect(sent.at(-1)?.body).toContain('hard to find');
});

/** Whether the draft store contains the start of a JPEG, as bytes or as base64. */
async function keptInTheClear(): Promise<boolean> {
  const open = indexedDB.open('hakbang');
  await new Promise((resolve) => (open.onsuccess = resolve));
  const all = open.result.transaction('drafts').objectStore('drafts').getAll();
  await new Promise((resolve) => (all.onsuccess = resolve));
  open.result.close();
  const texts = (all.result as unknown[]).flatMap((value) => {
    const data = (value as { data?: ArrayBuffer }).data;
    return data ? [new TextDecoder('latin1').decode(data)] : [JSON.stringify(value)];
  });
  return texts.length < 2 || texts.some((text) => text.includes('/9j/4') || text.includes('JFIF'));
}

test('the service worker stores no personal data', async ({ page, server }) => {
  await openAt(page, server, 'work');
  await nextButton(page).waitFor();
  await prepared(page);
  await page.reload();
  await prepared(page);
  const kept = await page.evaluate(async () => {
    const lists = (await caches.keys()).map(async (name) =>
      (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname),
    );
    return (await Promise.all(lists)).flat();
  });
  expect(kept.length).toBeGreaterThan(20);
  expect(kept.filter((path) => !/^\/(assets\/[^/]+|r\/[0-9a-f]+\.(json|mjs)|places\/[^/]+\.json|shell\.html)$/.test(path))).toEqual([]);
  const shell = await page.evaluate(async () => (await caches.match('/shell.html'))?.text());
  expect(shell).not.toContain('"ticket"');
});

test('E01 a screen opened for the first time offline explains the problem once and has a link home', async ({ page, context, server }) => {
  await openAt(page, server, 'work');
  await nextButton(page).waitFor();
  await page.goto(`${server.url}/homeIndex`);
  await at(page, 'homeIndex').getByText('Your application is waiting').waitFor();
  await prepared(page);
  await context.setOffline(true);
  await page.goto(`${server.url}/aboutUs`);
  const heading = page.getByRole('heading', { level: 1, name: 'No connection' });
  await expect(heading).toBeFocused();
  await expect(page).toHaveTitle(/^No connection/);
  // One message only, not both a line at the top and a message over it.
  await expect(page.locator('body').getByText(/no connection|offline|went wrong/i)).toHaveCount(1);
  await expect(page.getByText('Check your mobile data or Wi-Fi.')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(heading).toBeVisible();
  await expectAccessible(page, 'no connection');
  await page.getByRole('button', { name: 'Home' }).click();
  await expect(at(page, 'homeIndex').locator('h1')).toBeVisible();
  // Home shows its last known state (G09).
  await expect(at(page, 'homeIndex').getByText(/^As of/)).toBeVisible();
  await expect(at(page, 'homeIndex').getByText('Your application is waiting')).toBeVisible();
  await page.goBack();
  await expect(heading).toBeVisible();
  await context.setOffline(false);
  await expect(at(page, 'aboutUs').locator('h1').first()).toBeVisible({ timeout: 20_000 });
});
