import type { Page } from '@playwright/test';
import type { RunningServer } from './server.ts';

/** Has the demo people made (`/dev/staff`) and logs one of them in at the desk's login screen: `support`, `underwriter` … */
export async function logInAtDesk(page: Page, { url }: RunningServer, role: string): Promise<void> {
  const people = await (await fetch(`${url}/dev/staff`, { method: 'POST' })).text();
  const row = new RegExp(`demo-${role}</strong>.*?<code>(.*?)</code>.*?<code>(\\d{6})</code>`, 's').exec(people);
  if (!row?.[1] || !row[2]) throw new Error(`Nobody is ${role}.`);
  await page.goto(`${url}/desk`);
  await page.getByRole('textbox', { name: 'Name' }).fill(`demo-${role}`);
  await page.getByLabel('Password').first().fill(row[1]);
  await page.getByRole('textbox', { name: 'Code' }).fill(row[2]);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Queue' }).waitFor();
}
