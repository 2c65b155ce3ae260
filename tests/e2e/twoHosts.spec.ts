import { expect, test } from '@playwright/test';
import { exampleOf, fillForm } from './support/fill.ts';
import { nextButton, register } from './support/journey.ts';
import { freePort, manyFromOneAddress, startServer } from './support/server.ts';

test('G12 pages on one host and the API on another: a borrower registers, saves a step and finds it after a reload', async ({ page }) => {
  const port = await freePort();
  const [pages, api] = [`http://localhost:${port}`, `http://127.0.0.1:${port}`];
  const server = await startServer({
    port,
    env: { PUBLIC_URL: pages },
    change: (copy) => {
      manyFromOneAddress(copy);
      copy.edit<{ apiBase: { test: string } }>('flows/settings.json', ({ apiBase }) => void (apiBase.test = api));
    },
  });
  try {
    const called = new Set<string>();
    const complaints: string[] = [];
    page.on('request', (request) => {
      const { origin, pathname } = new URL(request.url());
      if (pathname.startsWith('/api/')) called.add(origin);
    });
    page.on('console', (message) => {
      if (/content security policy|CORS/i.test(message.text())) complaints.push(message.text());
    });
    await register(page, server);
    await page.goto(`${pages}/identityInfo`);
    await nextButton(page).waitFor();
    await fillForm(page, 'identity', exampleOf('identity'));
    const saved = page.waitForResponse(
      (response) => response.url() === `${api}/api/flows/onboarding/steps/identity` && response.request().method() === 'PUT',
    );
    await nextButton(page).click();
    expect((await saved).status()).toBe(200);
    await page.waitForURL('**/baseInfo');
    await page.reload();
    await page.waitForURL('**/baseInfo');
    await nextButton(page).waitFor();
    expect([...called]).toEqual([api]);
    expect(complaints).toEqual([]);
    const cookies = await page.context().cookies(api);
    expect(cookies.map(({ sameSite }) => sameSite)).toEqual(cookies.map(() => 'None'));
  } finally {
    await server.stop();
  }
});
