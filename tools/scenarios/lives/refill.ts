import type { Page } from 'playwright';
import { fillForm, ownNumbers } from '../../../tests/e2e/support/fill.ts';
import { nextButton } from '../../../tests/e2e/support/journey.ts';
import type { Place } from '../newcomer.ts';

/** Completes the review and submits the application again. */
async function sendAgain(page: Page): Promise<void> {
  await page.waitForURL('**/review');
  await nextButton(page).click();
  await page.waitForURL('**/homeIndex');
}

/** Uploads another ID photo, as requested. */
export async function refillPhoto({ page }: Place): Promise<void> {
  await page.goto('/review');
  await page.waitForURL('**/identityInfo');
  await fillForm(page, 'identity', { idPhoto: 'new' });
  await nextButton(page).click();
  await sendAgain(page);
}

/** Enters another account, as requested. */
export async function refillAccount({ page }: Place): Promise<void> {
  const { account } = ownNumbers()['bank'] ?? {};
  await page.goto('/review');
  await page.waitForURL('**/bankInfo');
  await fillForm(page, 'bank', { account, accountConfirmation: account });
  await nextButton(page).click();
  await sendAgain(page);
}
