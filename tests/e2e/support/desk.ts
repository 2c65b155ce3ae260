import type { Page } from '@playwright/test';
import { registerByApi } from './api.ts';
import type { RunningServer } from './server.ts';
import { enterAs } from './staff.ts';

/** Logs in to the desk in a role with one click on `/dev/staff`: `support`, `underwriter` … Each role starts on its own page. */
export async function enterDesk(page: Page, server: RunningServer, role: string): Promise<void> {
  await enterAs(page, server, 'desk', role);
  await page.waitForURL(/\/desk\/\w+$/);
  await page.getByRole('heading', { level: 1, name: /^(Queue|Figures|People|My account)$/ }).waitFor();
}

/** Work answers that refer the application to staff. */
const student = { jobType: 'student', income: 'under12000', schoolName: 'UP', enrolment: '2024-08', graduation: '2028-06' };

/** Submits an application that is referred to staff. Returns its number. */
export async function referredApplication({ request }: Page, server: RunningServer): Promise<string> {
  const borrower = await registerByApi(request, server);
  await borrower.reach('nowhere', { work: student });
  return ((await (await borrower.submit()).json()) as { number: string }).number;
}
