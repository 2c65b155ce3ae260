import { expect, test, type Page } from '@playwright/test';
import { registerByApi } from './support/api.ts';
import { logInAtDesk } from './support/desk.ts';
import { startServer, type RunningServer } from './support/server.ts';

let server: RunningServer;
test.beforeAll(async () => void (server = await startServer()));
test.afterAll(() => server.stop());

test.use({ isMobile: false, hasTouch: false, viewport: { width: 1280, height: 900 }, userAgent: 'Mozilla/5.0 (X11; Linux x86_64)' });

const student = { jobType: 'student', income: 'under12000', schoolName: 'UP', enrolment: '2024-08', graduation: '2028-06' };

/** The number of an application that waits for a person. */
async function referred(page: Page): Promise<string> {
  const borrower = await registerByApi(page.request, server);
  await borrower.reach('nowhere', { work: student });
  const sent = (await (await borrower.submit()).json()) as { number: string; state: string };
  expect(sent.state).toBe('referred');
  return sent.number;
}

test('D03 an underwriter opens an application from the queue and reads it in the words of the borrower', async ({ page }) => {
  const number = await referred(page);
  await logInAtDesk(page, server, 'underwriter');
  await page.getByRole('link', { name: number }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Application ${number}` })).toBeVisible();
  await expect(page.getByText('Referred').first()).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'Work and income' })).toBeVisible();
  await expect(page.getByText('What do you do?')).toBeVisible();
  await expect(page.getByText('Student', { exact: true })).toBeVisible();
  await expect(page.getByRole('table', { name: 'History' }).getByText('Referred')).toBeVisible();
});
