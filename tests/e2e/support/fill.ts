import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import type { FieldUi, FormUi } from '../../../engine/config/formUi.ts';
import type { FormSchema } from '../../../engine/config/form.ts';
import { configurationRoot } from '../../support/root.ts';

type Answers = Record<string, unknown>;

/** Reads a JSON file of the tested configuration. */
export const readConfiguration = <T>(path: string): T => JSON.parse(readFileSync(join(configurationRoot, path), 'utf8')) as T;

/** Returns an example of a form: answers that its own configuration declares valid. */
export function exampleOf(form: string, index = 0): Answers {
  return readConfiguration<FormSchema>(`schemas/forms/${form}.schema.json`).examples?.[index] ?? {};
}

let nextNumber = Math.floor(Math.random() * 1e8);

/** A unique ID number and account, by form, so that no two borrowers of a server count as the same person. */
export function ownNumbers(): Record<string, Answers> {
  nextNumber += 1;
  const number = `10${String(nextNumber).padStart(10, '0')}`;
  return { identity: { idNumber: `CRN${number}` }, bank: { account: number, accountConfirmation: number } };
}

/** A photo the size of a phone's, made of noise, so that compression cannot shrink it to nothing. */
export function photo(): Promise<Buffer> {
  const [width, height] = [1200, 900];
  return sharp({ create: { width, height, channels: 3, background: '#8fb7a8', noise: { type: 'gaussian', mean: 128, sigma: 40 } } })
    .jpeg({ quality: 80 })
    .toBuffer();
}

interface Filled {
  page: Page;
  /** The row of the field. */
  row: Locator;
  value: unknown;
  ui?: FieldUi;
  /** The enum of the field. Two enums can label the same code differently. */
  codes?: string | undefined;
}

const type = async ({ row, value }: Filled) => row.getByRole('textbox').first().fill(String(value));

const places = ['province', 'city', 'district'] as const;

/** Answers as a person does, per widget, using only what is visible. */
const fillers: Record<string, (field: Filled) => Promise<void>> = {
  text: type,
  number: type,
  phone: type,
  oneTimeCode: type,
  confirmEntry: type,
  checkbox: async ({ row }) => row.getByRole('checkbox').check(),
  checkboxes: async ({ row, value }) => {
    for (const box of await row.getByRole('checkbox').all())
      await box.setChecked((value as unknown[]).includes(await box.inputValue()), { force: true });
  },
  radioCards: async ({ row, value }) => row.locator(`input[type=radio][value="${String(value)}"]`).check({ force: true }),
  select: async (field) => {
    const native = field.row.locator('select');
    if ((await native.count()) > 0) await native.selectOption(String(field.value));
    else await chooseFromPage(field);
  },
  date: async ({ row, value }) => {
    const [year = '', month = '', day] = String(value).split('-');
    const inputs = row.locator('input');
    if (day !== undefined) await inputs.first().fill(String(Number(day)));
    await row.locator('select').selectOption(month);
    await inputs.last().fill(year);
  },
  cascade: async ({ page, row, value }) => {
    const names = value as Record<(typeof places)[number], { name: string }>;
    for (const [index, level] of places.entries()) {
      await row.getByRole('combobox').nth(index).click();
      await pick(page, names[level].name);
    }
  },
  slider: async ({ row, value }) => row.getByRole('slider').fill(String(value)),
  group: (field) => fillParts(field, field.row, field.value as Answers),
  list: (field) => fillItems(field),
  contactList: (field) => fillItems(field),
  photo: async ({ row }) => {
    await row
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await photo() });
    const sent = row.locator('.photo-status[data-tone="success"]').getByText(/\S/);
    const again = row.locator('.photo-status[data-tone="danger"]').getByRole('button');
    // If an upload fails, press its retry button, as a person would.
    for (await sent.or(again).waitFor(); await again.isVisible(); await sent.or(again).waitFor()) await again.click();
    await sent.waitFor();
  },
};

async function fillItems(field: Filled): Promise<void> {
  const { row, value } = field;
  for (const [index, item] of (value as unknown[]).entries()) {
    const place = row.locator('.item, .item-text').nth(index);
    if ((await place.count()) === 0) await row.locator('[id$="-add"]').click();
    if (typeof item === 'string') await place.getByRole('textbox').fill(item);
    else await fillParts(field, place, item as Answers);
  }
}

/** Fills the parts in screen order, because one part can decide whether the next is asked for. */
async function fillParts({ page, ui }: Filled, owner: Locator, values: Answers): Promise<void> {
  const shown = async () => owner.locator('[data-part]').evaluateAll((all) => all.map((each) => each.getAttribute('data-part') ?? ''));
  for (let index = 0, parts = await shown(); index < parts.length; index++, parts = await shown()) {
    const name = parts[index] ?? '';
    if (!(name in values)) continue;
    await fill(page, owner.locator(`[data-part="${name}"]`), values[name], ui?.items?.[name]);
  }
}

/** Types the name into the searchable sheet and taps it. */
async function pick(page: Page, name: string): Promise<void> {
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('combobox').or(sheet.getByRole('searchbox')).first().fill(name);
  await sheet.getByRole('option', { name, exact: true }).first().click();
  await sheet.waitFor({ state: 'hidden' });
}

/** Chooses from a long list by the code's label in the page's language. */
async function chooseFromPage({ page, row, value, codes }: Filled): Promise<void> {
  const opener = row.locator('button.control-choice');
  const sheet = (await opener.getAttribute('aria-haspopup')) === 'dialog';
  await opener.click();
  const label = labelOf(String(value), (await page.locator('html').getAttribute('lang')) ?? 'en', codes);
  if (sheet) return pick(page, label);
  await page.getByRole('searchbox').or(page.getByRole('combobox')).first().fill(label);
  await page.getByRole('option', { name: label, exact: true }).first().click();
}

/** Returns the label of an enum code. */
export function labelOf(code: string, language = 'en', codes?: string): string {
  const enums = readConfiguration<Record<string, Record<string, string>>>(`locales/${language}/enums.json`);
  const own = codes === undefined ? undefined : enums[codes]?.[code];
  if (own !== undefined) return own;
  return Object.values(enums).find((labels) => typeof labels === 'object' && code in labels)?.[code] ?? code;
}

/** Fills the fields of the visible form in the order in which it asks. */
export async function fillForm(page: Page, form: string, answers: Answers = exampleOf(form)): Promise<void> {
  const ui = readConfiguration<FormUi>(`schemas/forms/${form}.ui.json`);
  for (const name of ui.order) {
    if (!(name in answers)) continue;
    const row = page.locator(`[data-field="${name}"]:visible`);
    await row.locator('select, input, textarea, button').first().waitFor({ state: 'attached' });
    await fill(page, row, answers[name], ui.fields[name], enumOf(form, name));
  }
}

function enumOf(form: string, field: string): string | undefined {
  const { $ref } = readConfiguration<FormSchema>(`schemas/forms/${form}.schema.json`).properties[field] ?? {};
  return /enums\/(\w+)\.schema\.json$/.exec($ref ?? '')?.[1];
}

async function fill(page: Page, row: Locator, value: unknown, ui: FieldUi = {}, codes?: string): Promise<void> {
  const widget = ui['ui:widget'] ?? (typeof value === 'boolean' ? 'checkbox' : 'text');
  const filler = fillers[widget];
  if (!filler) throw new Error(`The tests cannot fill the widget ${widget} yet.`);
  await filler({ page, row, value, ui, codes });
}

/** Clears the answer of a row, as a person would. */
export async function clearField(row: Locator): Promise<void> {
  for (const select of await row.locator('select').all()) await select.selectOption('');
  for (const input of await row.getByRole('textbox').all()) await input.fill('');
  for (const box of await row.getByRole('checkbox').all()) await box.uncheck();
}
