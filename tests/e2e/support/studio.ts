import { expect, type Locator, type Page } from '@playwright/test';
import type { RunningServer } from './server.ts';
import { enterAs } from './staff.ts';

/** Timeout for the first answer about a change, which compiles the whole product. */
export const compiled = { timeout: 60_000 };

/** Logs in to the studio in a role with one click on `/dev/staff`: `editor`, `translator` … */
export async function enterStudio(page: Page, server: RunningServer, role: string): Promise<void> {
  await enterAs(page, server, 'studio', role);
  await page.waitForURL(/\/studio\/changes$/);
  await page.getByRole('heading', { level: 1, name: 'Changes' }).waitFor();
}

/** Begins a change of what borrowers see, and stays on its page. Returns the page's path. */
export async function beginChange(page: Page, title: string): Promise<string> {
  await page.getByLabel('What will it do?').fill(title);
  await page.getByLabel('Application').selectOption({ label: 'What borrowers see' });
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  return new URL(page.url()).pathname;
}

/** The text of an open file. */
export const fileText = (page: Page, path: string): Locator => page.getByRole('textbox', { name: path });

/** Finds words with the editor's own search and overwrites them. */
export async function replaceWords(page: Page, path: string, words: string, by: string): Promise<void> {
  await expect(fileText(page, path)).toContainText('$schema');
  await fileText(page, path).focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Control+f');
  await page.getByRole('textbox', { name: 'Find' }).pressSequentially(words);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.keyboard.type(by);
}

export const isSaved = (page: Page): Promise<void> => expect(page.getByText('Saved', { exact: true })).toBeVisible();

/** A desktop window, for browser contexts. */
export const desktop = {
  isMobile: false,
  hasTouch: false,
  viewport: { width: 1280, height: 900 },
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64)',
};

/** The file and the heading of the start screen that publishing tests change. */
export const startScreen = { path: 'locales/en/screens/start.json', before: 'A small loan, step by step', after: 'Good to see you' };

/** Waits until the start screen shows a heading. The visitor stays the same person. */
export async function startShows(page: Page, server: RunningServer, heading: string): Promise<void> {
  await expect(async () => {
    await page.goto(`${server.url}/start`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading, { timeout: 1000 });
  }).toPass();
}
