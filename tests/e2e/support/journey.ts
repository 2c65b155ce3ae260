import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { Flow } from '../../../engine/config/flow.ts';
import { violationsOf } from '../../support/axe.ts';
import { root } from '../../support/root.ts';
import { exampleOf, fillForm, ownNumbers } from './fill.ts';
import type { RunningServer } from './server.ts';

export const onboarding = JSON.parse(readFileSync(join(root, 'flows/onboarding.flow.json'), 'utf8')) as Flow;

let nextNumber = 0;

/** Returns a unique number for each test, because codes are counted per number. */
export function freshPhone(): string {
  nextNumber += 1;
  return `9${String(Math.floor(Math.random() * 1e6)).padStart(6, '0')}${String(nextNumber).padStart(3, '0')}`;
}

export const nextButton = (page: Pick<Page, 'locator'>) => page.locator('button[type=submit]:visible');

/** Goes from /register to the first step, with the code from the SMS. */
export async function register(page: Page, server: RunningServer, phone = freshPhone()): Promise<string> {
  await page.goto(`${server.url}/register`);
  await fillForm(page, 'phone', { phone, privacyAccepted: true });
  await nextButton(page).click();
  await page.waitForURL('**/verifyCode');
  // A complete code is submitted automatically.
  await fillForm(page, 'verify', { code: await server.lastCode(phone) });
  await page.waitForURL((url) => !url.pathname.startsWith('/verifyCode'));
  return phone;
}

/** Answers the onboarding from the current step up to, but not including, `until`. */
export async function walk(page: Page, { until, visit }: { until?: string; visit?: (step: string) => Promise<void> } = {}): Promise<void> {
  const from = onboarding.steps.findIndex(({ route }) => new URL(page.url()).pathname === route);
  expect(from, `${page.url()} is a step`).toBeGreaterThanOrEqual(0);
  const own = ownNumbers();
  for (const step of onboarding.steps.slice(from)) {
    await page.waitForURL(`**${step.route}`);
    await nextButton(page).waitFor();
    await visit?.(step.id);
    if (step.id === until) return;
    if (step.form) await fillForm(page, step.form, { ...exampleOf(step.form), ...own[step.form] });
    await nextButton(page).click();
  }
}

/** Checks colours after transitions (a change to dark, a press) have ended. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const nextFrame = () => new Promise(requestAnimationFrame);
    await nextFrame();
    await nextFrame();
    const ending = document.getAnimations().filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

/**
 * Expects no violation of WCAG 2.2 A and AA, nor of axe's best practices.
 *
 * @param rules axe's rules to judge by, by default all; what differs between light and dark is the contrast alone
 */
export async function expectAccessible(page: Page, name: string, rules?: string[]): Promise<void> {
  await page.locator('main h1:visible').first().waitFor();
  const judged = async () => {
    await settle(page);
    return violationsOf(page, rules);
  };
  // A button may become enabled during the check, with its colours in transition. A second check finds only real problems.
  let violations = await judged();
  if (violations.length > 0) violations = await judged();
  expect(violations, name).toEqual([]);
}
