import { expect } from '@playwright/test';
import { expectAccessible, nextButton, register, walk } from './support/journey.ts';
import { test } from './support/shared.ts';

test('S02 S03 S32 S33 L02 a person registers by touch, fills every step, submits, and sees the decision', async ({ page, server }) => {
  await page.goto(`${server.url}/start`);
  await expectAccessible(page, '/start');
  await register(page, server);
  await page.waitForURL('**/homeIndex');
  await expectAccessible(page, '/homeIndex');
  await page.goto(`${server.url}/identityInfo`);
  await walk(page, { visit: (step) => expectAccessible(page, step) });
  await page.waitForURL('**/homeIndex');
  await expect(page.getByText('₱').first()).toBeVisible();
  await expectAccessible(page, 'decision');
  await expect(nextButton(page)).toHaveCount(0);
});
