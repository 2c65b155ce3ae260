import type { Page } from '@playwright/test';
import type { RunningServer } from './server.ts';

/** Enters the studio in a role by one click of `/dev/staff`: `editor`, `translator` … */
export async function enterStudio(page: Page, { url }: RunningServer, role: string): Promise<void> {
  await page.goto(`${url}/dev/staff`);
  // Each application has its buttons.
  await page
    .locator('form')
    .filter({ has: page.getByRole('link', { name: '/studio', exact: true }) })
    .getByRole('button', { name: role, exact: true })
    .click();
  await page.waitForURL(/\/studio\/changes$/);
  await page.getByRole('heading', { level: 1, name: 'Changes' }).waitFor();
}

/** Begins a change of what borrowers see, and stays at its page. */
export async function beginChange(page: Page, title: string): Promise<void> {
  await page.getByLabel('What will it do?').fill(title);
  await page.getByLabel('Application').selectOption({ label: 'What borrowers see' });
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
}
