import type { Page } from '@playwright/test';
import { registerByApi } from './api.ts';
import type { RunningServer } from './server.ts';
import { enterAs } from './staff.ts';

/** Enters the desk in a role by one click of `/dev/staff`: `support`, `underwriter` … Each role begins on a page of its own. */
export async function enterDesk(page: Page, server: RunningServer, role: string): Promise<void> {
  await enterAs(page, server, 'desk', role);
  await page.waitForURL(/\/desk\/\w+$/);
  await page.getByRole('heading', { level: 1, name: /^(Queue|Figures|People|My account)$/ }).waitFor();
}

/** Somebody whose work is referred to a person. */
const student = { jobType: 'student', income: 'under12000', schoolName: 'UP', enrolment: '2024-08', graduation: '2028-06' };

/** The number of an application that waits for a person. */
export async function referredApplication({ request }: Page, server: RunningServer): Promise<string> {
  const borrower = await registerByApi(request, server);
  await borrower.reach('nowhere', { work: student });
  return ((await (await borrower.submit()).json()) as { number: string }).number;
}
