import { expect, test, type Page } from '@playwright/test';
import { registerByApi } from './support/api.ts';
import { enterDesk } from './support/desk.ts';
import { atDesk } from './support/staff.ts';
import { startServer, type RunningServer } from './support/server.ts';

let server: RunningServer;
test.beforeAll(async () => void (server = await startServer()));
test.afterAll(() => server.stop());

test.use({ isMobile: false, hasTouch: false, viewport: { width: 1280, height: 900 }, userAgent: 'Mozilla/5.0 (X11; Linux x86_64)' });

const student = { jobType: 'student', income: 'under12000', schoolName: 'UP', enrolment: '2024-08', graduation: '2028-06' };

/** Submits an application that is referred to staff. Returns its number. */
async function referred(page: Page): Promise<string> {
  const borrower = await registerByApi(page.request, server);
  await borrower.reach('nowhere', { work: student });
  const sent = (await (await borrower.submit()).json()) as { number: string; state: string };
  expect(sent.state).toBe('referred');
  return sent.number;
}

test('D03 an underwriter opens an application from the queue and reads it in the words of the borrower', async ({ page }) => {
  const number = await referred(page);
  await enterDesk(page, server, 'underwriter');
  await page.getByRole('link', { name: number }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Application ${number}` })).toBeVisible();
  await expect(page.getByText('Referred').first()).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'Work and income' })).toBeVisible();
  await expect(page.getByText('What do you do?')).toBeVisible();
  await expect(page.getByText('Student', { exact: true })).toBeVisible();
  await expect(page.getByRole('table', { name: 'History' }).getByText('Referred')).toBeVisible();
});

test('D07 one answer is revealed with a reason and hidden again after a minute', async ({ page }) => {
  const number = await referred(page);
  await enterDesk(page, server, 'underwriter');
  await page.clock.install();
  await page.getByRole('link', { name: number }).click();
  const button = page.getByRole('button', { name: 'Reveal Birth date' });
  await button.click();
  const dialog = page.getByRole('dialog', { name: 'Reveal: Birth date' });
  await dialog.getByRole('button', { name: 'Reveal for one minute' }).click();
  await expect(dialog.getByText('Say why you need to see it.').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(button).toBeFocused();
  await button.click();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('to compare it with the photo');
  await dialog.getByRole('button', { name: 'Reveal for one minute' }).click();
  await expect(page.getByText('June 12, 1994')).toBeVisible();
  await expect(dialog).toBeHidden();
  await page.clock.fastForward(61_000);
  await expect(page.getByText('June 12, 1994')).toBeHidden();
});

test('D03 ID photo and selfie stand side by side, to zoom, turn and brighten by keyboard, also on a narrow screen', async ({ page }) => {
  const number = await referred(page);
  await enterDesk(page, server, 'underwriter');
  await page.getByRole('link', { name: number }).click();
  await page.getByRole('button', { name: 'Show 2 photos' }).click();
  const photos = page.getByRole('img', { name: /Photo of your ID|Your photo/ });
  await expect(photos).toHaveCount(2);
  await expect.poll(() => photos.evaluateAll((images) => images.every((image) => (image as HTMLImageElement).naturalWidth > 0))).toBe(true);
  const [left, right] = [await photos.nth(0).boundingBox(), await photos.nth(1).boundingBox()];
  expect(Math.abs((left?.y ?? 0) - (right?.y ?? 0))).toBeLessThan(2);
  const tools = page.getByRole('toolbar', { name: 'Tools: Photo of your ID' });
  await tools.getByRole('button', { name: 'Closer' }).press('Enter');
  await expect(tools.getByText('Zoomed 1.5 times')).toBeAttached();
  await tools.getByRole('button', { name: 'Turn right' }).press('Enter');
  await tools.getByRole('button', { name: 'Brighter' }).press('Enter');
  await expect(photos.nth(0)).toHaveCSS('rotate', '90deg');
  await expect(photos.nth(0)).toHaveCSS('filter', 'brightness(1.4)');
  await tools.getByRole('button', { name: 'As taken' }).press('Enter');
  await expect(photos.nth(0)).toHaveCSS('filter', 'brightness(1)');
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test('D06 an underwriter previews an acceptance in the words of the borrower, takes it back, and decides anew', async ({ page }) => {
  const number = await referred(page);
  await enterDesk(page, server, 'underwriter');
  await page.getByRole('link', { name: number }).click();
  await page.getByRole('button', { name: 'Accept' }).click();
  const dialog = page.getByRole('dialog', { name: `Accept ${number}` });
  await expect(dialog.getByText('Between ₱500 and ₱80,000.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Limit' }).fill('80001');
  await dialog.getByRole('button', { name: 'See what the borrower will read' }).click();
  await expect(dialog.getByText('The limit may be at most ₱80,000.').first()).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Limit' }).fill('7,000');
  await dialog.getByRole('button', { name: 'See what the borrower will read' }).click();
  await expect(dialog.getByText('This is what the borrower will read.')).toBeVisible();
  await expect(dialog.getByText('English')).toBeVisible();
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/It is carried out in \d+ seconds?\./)).toBeVisible();
  // The decision has focus, and Tab leads to the link back.
  await expect(page.getByRole('heading', { name: 'A decision waits' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Take back' })).toBeFocused();
  await page.keyboard.press('t');
  await expect(page.getByRole('status').filter({ hasText: 'Taken back. Nothing was sent.' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByText('Referred').first()).toBeVisible();
  await page.getByRole('button', { name: 'Reject' }).click();
  const rejecting = page.getByRole('dialog', { name: `Reject ${number}` });
  await rejecting.getByRole('combobox', { name: 'Reason' }).selectOption('Your income as a student is not enough for a loan now');
  await rejecting.getByRole('textbox', { name: 'Days until they may apply again' }).fill('30');
  await rejecting.getByRole('button', { name: 'See what the borrower will read' }).click();
  await rejecting.getByRole('button', { name: 'Change' }).click();
  await expect(rejecting.getByRole('combobox', { name: 'Reason' })).toHaveValue('student');
  await expect(rejecting.getByRole('textbox', { name: 'Days until they may apply again' })).toHaveValue('30');
  await rejecting.getByRole('button', { name: 'See what the borrower will read' }).click();
  await rejecting.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText('Rejected').first()).toBeVisible({ timeout: 30_000 });
});

test('D06 fields are sent back with a reason each, after a preview', async ({ page }) => {
  const number = await referred(page);
  await enterDesk(page, server, 'underwriter');
  await page.getByRole('link', { name: number }).click();
  await page.getByRole('button', { name: 'Send back' }).click();
  const dialog = page.getByRole('dialog', { name: `Send back ${number}` });
  await dialog.getByRole('combobox', { name: 'Photo of your ID' }).selectOption({ index: 1 });
  await dialog.getByRole('textbox', { name: 'Note to the customer: Photo of your ID' }).fill('The corner is cut off.');
  await dialog.getByRole('button', { name: 'See what the borrower will read' }).click();
  await expect(dialog.getByRole('heading', { name: 'At the fields' })).toBeVisible();
  await expect(dialog.getByText('The photo was unclear. Please take it again')).toBeVisible();
  await expect(dialog.getByText('The corner is cut off.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Change' }).click();
  await expect(dialog.getByRole('combobox', { name: 'Photo of your ID' })).toHaveValue('photoUnclear');
  await expect(dialog.getByRole('textbox', { name: 'Note to the customer: Photo of your ID' })).toHaveValue('The corner is cut off.');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Send back' }).click();
  await expect(dialog.getByRole('combobox', { name: 'Photo of your ID' })).toHaveValue('');
  await dialog.getByRole('combobox', { name: 'Photo of your ID' }).selectOption('photoUnclear');
  // A second tap on the same action within moments does not count.
  await expect(async () => {
    await dialog.getByRole('button', { name: 'See what the borrower will read' }).click({ timeout: 1000 });
    await expect(dialog.getByRole('heading', { name: 'At the fields' })).toBeVisible({ timeout: 1000 });
  }).toPass();
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText('Sent back').first()).toBeVisible({ timeout: 30_000 });
});

test('a dialog stays open when a selection of text ends beside it', async ({ page }) => {
  const number = await referred(page);
  await enterDesk(page, server, 'underwriter');
  await page.getByRole('link', { name: number }).click();
  await page.getByRole('button', { name: 'Accept' }).click();
  const dialog = page.getByRole('dialog', { name: `Accept ${number}` });
  const limit = dialog.getByRole('textbox', { name: 'Limit' });
  await limit.fill('70');
  const box = await limit.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 40, (box?.y ?? 0) + 10);
  await page.mouse.down();
  await page.mouse.move(3, 3, { steps: 4 });
  await page.mouse.up();
  await expect(limit).toBeVisible();
  await page.mouse.click(3, 3);
  await expect(dialog).toBeHidden();
});

test('D04 the page shows which row of the decision table decided, and that the rules are the same today', async ({ page }) => {
  const number = await referred(page);
  await enterDesk(page, server, 'underwriter');
  await page.getByRole('link', { name: number }).click();
  const table = page.getByRole('table', { name: /^Rules of that day/ });
  await expect(table.getByRole('row', { name: /work\.jobType == 'student'.*Decides.*Refer to a person/ })).toBeVisible();
  await expect(page.getByText("Today's rules are the same.")).toBeVisible();
});

test('D05 after a correction the page shows the answer and the photo of before beside the new ones', async ({ page }) => {
  const borrower = await registerByApi(page.request, server);
  await borrower.reach('nowhere', { work: student });
  const { id, number } = (await (await borrower.submit()).json()) as { id: string; number: string };
  const support = await atDesk(server, 'support');
  const corrections = [
    { form: 'identity', field: 'idPhoto', reason: 'photoUnclear' },
    { form: 'work', field: 'schoolName', reason: 'notPlausible' },
  ];
  await support('POST', `/api/staff/applications/${id}/corrections`, { corrections });
  await borrower.saveStep('identity', { idPhoto: await borrower.upload('idPhoto') });
  await borrower.saveStep('work', { ...student, schoolName: 'Ateneo' });
  await borrower.saveStep('review', {});
  await borrower.submit();
  await enterDesk(page, server, 'underwriter');
  await page.getByRole('link', { name: number }).click();
  await expect(page.getByRole('row', { name: /UP.*Ateneo/ })).toBeVisible();
  const photos = page.getByRole('region', { name: 'Photos before and after' });
  await photos.getByRole('button', { name: 'Show 2 photos' }).click();
  await expect(photos.getByRole('img', { name: 'Photo of your ID: before' })).toBeVisible();
  await expect(photos.getByRole('img', { name: 'Photo of your ID: after' })).toBeVisible();
});
