import type { Page } from '@playwright/test';
import type { RunningServer } from './server.ts';

/** Enters the desk in a role by one click of `/dev/staff`: `support`, `underwriter` … */
export async function enterDesk(page: Page, { url }: RunningServer, role: string): Promise<void> {
  await page.goto(`${url}/dev/staff`);
  await page.getByRole('button', { name: role, exact: true }).click();
  await page.waitForURL('**/desk/queue');
  await page.getByRole('heading', { level: 1, name: 'Queue' }).waitFor();
}
