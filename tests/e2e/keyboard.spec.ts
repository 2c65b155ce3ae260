import { expect } from '@playwright/test';
import { exampleOf, ownNumbers } from './support/fill.ts';
import { freshPhone, nextButton, onboarding } from './support/journey.ts';
import { press, tabTo, typeForm } from './support/keyboard.ts';
import { test } from './support/shared.ts';

// Keyboard users are mostly on a desktop.
test.use({
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  viewport: { width: 1280, height: 900 },
  isMobile: false,
  hasTouch: false,
  navigationTimeout: 20_000,
});

test('S02 S32 S33 L02 the whole journey with the keyboard alone', async ({ page, server }) => {
  test.setTimeout(240_000);
  const phone = freshPhone();
  const screen = (id: string) => page.locator(`[data-current][data-screen="${id}"]`);
  await page.goto(`${server.url}/start`);
  await press(page, screen('start').locator('.button').first());
  await screen('register').waitFor();
  await typeForm(page, 'phone', { phone, privacyAccepted: true });
  await press(page, nextButton(page));
  await screen('verifyCode').waitFor();
  await typeForm(page, 'verify', { code: await server.lastCode(phone) });
  await press(page, screen('homeIndex').locator('.status .button'));
  await press(page, screen('applyLoan').locator('.button').first());
  const own = ownNumbers();
  for (const step of onboarding.steps) {
    const heading = screen(step.route.slice(1)).locator('h1');
    await expect(heading, 'the focus stands at the heading of the new step').toBeFocused();
    if (step.form) await typeForm(page, step.form, { ...exampleOf(step.form), ...own[step.form] });
    await press(page, nextButton(page));
  }
  await page.waitForURL('**/homeIndex');
  await expect(page.getByText('₱').first()).toBeVisible();
});

test('the first Tab offers a link past the header into the page', async ({ page, server }) => {
  await page.goto(`${server.url}/start`);
  await page.locator('[data-current] h1').waitFor();
  await page.keyboard.press('Tab');
  await expect(page.locator('.skip')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-current] main')).toBeFocused();
});

test('a new screen is painted before the focus moves to its heading', async ({ page, server }) => {
  await page.addInitScript(() => {
    let framesSinceChange = 0;
    const count = () => {
      framesSinceChange += 1;
      requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
    // Runs at the end of the task that changed the page, so a focus moved within that task comes before it.
    const observer = new MutationObserver(() => (framesSinceChange = 0));
    document.addEventListener('DOMContentLoaded', () => observer.observe(document.body, { childList: true, subtree: true }));
    document.addEventListener('focusin', ({ target }) => {
      if ((target as Element).tagName !== 'H1') return;
      const isChanged = observer.takeRecords().length > 0;
      document.documentElement.dataset['framesBeforeFocus'] = String(isChanged ? 0 : framesSinceChange);
    });
  });
  await page.goto(`${server.url}/start`);
  await page.locator('[data-current][data-screen="start"] .button').first().click();
  const heading = page.locator('[data-current][data-screen="register"] h1');
  await expect(heading).toBeFocused();
  const frames = await page.evaluate(() => Number(document.documentElement.dataset['framesBeforeFocus']));
  expect(frames).toBeGreaterThan(0);
});

test('a refused Next moves the focus to the summary, and Enter on a line moves it to the field', async ({ page, server }) => {
  await page.goto(`${server.url}/register`);
  await nextButton(page).waitFor();
  await press(page, nextButton(page));
  const wrong = page.locator('[data-current] [aria-invalid="true"]').first();
  await wrong.waitFor();
  const summary = page.locator('[data-current] .summary');
  await expect(summary).toBeFocused();
  await press(page, summary.getByRole('link').first());
  await expect(wrong).toBeFocused();
});

test('every control shows its focus', async ({ page, server }) => {
  await page.goto(`${server.url}/login`);
  await tabTo(page, nextButton(page));
  const outline = await nextButton(page).evaluate((button) => getComputedStyle(button).outlineStyle);
  expect(outline).not.toBe('none');
});
