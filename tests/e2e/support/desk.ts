import type { Page } from '@playwright/test';
import { registerByApi } from './api.ts';
import type { RunningServer } from './server.ts';

/** Enters an application of staff in a role by one click of `/dev/staff`: `support`, `underwriter` … */
async function enter(page: Page, { url }: RunningServer, application: string, role: string): Promise<void> {
  await page.goto(`${url}/dev/staff`);
  await page
    .getByRole('form', { name: `/${application}` })
    .getByRole('button', { name: role, exact: true })
    .click();
}

/** Enters the desk. Each role begins on a page of its own. */
export async function enterDesk(page: Page, server: RunningServer, role: string): Promise<void> {
  await enter(page, server, 'desk', role);
  await page.waitForURL(/\/desk\/\w+$/);
  await page.getByRole('heading', { level: 1, name: /^(Queue|Figures|People|My account)$/ }).waitFor();
}

export async function enterStudio(page: Page, server: RunningServer, role: string): Promise<void> {
  await enter(page, server, 'studio', role);
  await page.getByRole('heading', { level: 1, name: 'Changes' }).waitFor();
}

/** Somebody whose work is referred to a person. */
const student = { jobType: 'student', income: 'under12000', schoolName: 'UP', enrolment: '2024-08', graduation: '2028-06' };

/** The number of an application that waits for a person. */
export async function referredApplication({ request }: Page, server: RunningServer): Promise<string> {
  const borrower = await registerByApi(request, server);
  await borrower.reach('nowhere', { work: student });
  return ((await (await borrower.submit()).json()) as { number: string }).number;
}
