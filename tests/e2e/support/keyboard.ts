import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import type { FormUi } from '../../../engine/config/formUi.ts';
import { root } from '../../support/root.ts';
import { exampleOf, labelOf, photo } from './fill.ts';

const mostTabs = 60;

/** Presses Tab until the element has focus, as somebody without a mouse does. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let presses = 0; presses < mostTabs; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`Not reached by ${mostTabs} Tabs: ${String(target)}`);
}

/** Tabs to a button or link and presses Enter. */
export async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

interface Asked {
  page: Page;
  row: Locator;
  value: unknown;
}

async function type({ page, row, value }: Asked): Promise<void> {
  const input = row.getByRole('textbox').first();
  await tabTo(page, input);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(String(value));
}

/** Selects from a native list by typing its first letters, without opening it. Uses the arrow for what no key types (₱). */
async function typeAhead(page: Page, select: Locator, code: string): Promise<void> {
  await tabTo(page, select);
  const label = (await select.locator(`option[value="${code}"]`).textContent()) ?? '';
  if (/^\w/.test(label)) await page.keyboard.type(label);
  const count = await select.locator('option').count();
  for (let presses = 0; presses < count && (await select.inputValue()) !== code; presses += 1) await page.keyboard.press('ArrowDown');
  await expect(select).toHaveValue(code);
}

/** Selects from a searchable sheet: Enter opens it, typing filters, Enter selects, and focus returns to the opener. */
async function search(page: Page, opener: Locator, label: string): Promise<void> {
  await press(page, opener);
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('combobox')).toBeFocused();
  await page.keyboard.type(label);
  await expect(sheet.getByRole('option').first()).toHaveText(label);
  await page.keyboard.press('Enter');
  await sheet.waitFor({ state: 'hidden' });
  await expect(opener).toBeFocused();
}

/** Selects from a list on its own page. */
async function searchOnPage(page: Page, opener: Locator, label: string): Promise<void> {
  await press(page, opener);
  const box = page.locator('[data-current]').getByRole('combobox');
  await box.waitFor();
  await tabTo(page, box);
  await page.keyboard.type(label);
  await expect(page.locator('[data-current]').getByRole('option').first()).toHaveText(label);
  await page.keyboard.press('Enter');
  await expect(opener).toContainText(label);
}

const places = ['province', 'city', 'district'] as const;

const fillers: Record<string, (asked: Asked) => Promise<void>> = {
  text: type,
  number: type,
  phone: type,
  oneTimeCode: type,
  confirmEntry: type,
  checkbox: async ({ page, row }) => {
    const box = row.getByRole('checkbox');
    await tabTo(page, box);
    await page.keyboard.press('Space');
    await expect(box).toBeChecked();
  },
  radioCards: async ({ page, row, value }) => {
    await tabTo(page, row.locator('input[type=radio]').first());
    await page.keyboard.press('Space');
    const wanted = row.locator(`input[value="${String(value)}"]`);
    const count = await row.locator('input[type=radio]').count();
    for (let presses = 0; presses < count && !(await wanted.isChecked()); presses += 1) await page.keyboard.press('ArrowDown');
    await expect(wanted).toBeChecked();
  },
  select: async ({ page, row, value }) => {
    const native = row.locator('select');
    if ((await native.count()) > 0) return typeAhead(page, native, String(value));
    const opener = row.locator('button.control-choice');
    const inSheet = (await opener.getAttribute('aria-haspopup')) === 'dialog';
    await (inSheet ? search : searchOnPage)(page, opener, labelOf(String(value)));
  },
  date: async ({ page, row, value }) => {
    const [year = '', month = '', day] = String(value).split('-');
    const inputs = row.locator('input');
    if (day !== undefined) {
      await tabTo(page, inputs.first());
      await page.keyboard.type(String(Number(day)));
    }
    await typeAhead(page, row.locator('select'), month);
    await tabTo(page, inputs.last());
    await page.keyboard.type(year);
  },
  cascade: async ({ page, row, value }) => {
    const chosen = value as Record<(typeof places)[number], { name: string }>;
    for (const [index, level] of places.entries()) await search(page, row.getByRole('combobox').nth(index), chosen[level].name);
  },
  contactList: async ({ page, row, value }) => {
    for (const [index, person] of (value as { name: string; phone: string; relationship: string }[]).entries()) {
      const card = row.locator('.item').nth(index);
      await tabTo(page, card.getByRole('textbox').nth(0));
      await page.keyboard.type(person.name);
      await tabTo(page, card.getByRole('textbox').nth(1));
      await page.keyboard.type(person.phone);
      await typeAhead(page, card.locator('select'), person.relationship);
    }
  },
  photo: async ({ page, row }) => {
    const chooser = page.waitForEvent('filechooser');
    await press(page, row.getByRole('button').last());
    await (await chooser).setFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await photo() });
    await row.locator('.photo-status[data-tone="success"]').getByText(/\S/).waitFor();
  },
};

/** Answers the visible form with the keyboard alone, in the order in which it asks. */
export async function typeForm(page: Page, form: string, answers: Record<string, unknown> = exampleOf(form)): Promise<void> {
  const ui = JSON.parse(readFileSync(join(root, `schemas/forms/${form}.ui.json`), 'utf8')) as FormUi;
  for (const name of ui.order) {
    if (!(name in answers)) continue;
    const widget = ui.fields[name]?.['ui:widget'] ?? 'text';
    const filler = fillers[widget];
    if (!filler) throw new Error(`The tests cannot use the widget ${widget} with keys yet.`);
    await filler({ page, row: page.locator(`[data-field="${name}"]:visible`), value: answers[name] });
  }
}
