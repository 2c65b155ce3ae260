import type { Locator, Page } from 'playwright';
import { NotOnScreen } from '../../engine/cli/index.ts';
import type { FormUi } from '../../engine/config/formUi.ts';
import { clearField, fillForm, readConfiguration } from '../../tests/e2e/support/fill.ts';

interface Asked {
  page: Page;
  row: Locator;
  form: string;
  field: string;
  /** An empty text removes the answer. */
  value: unknown;
}

const uiOf = (form: string) => readConfiguration<FormUi>(`schemas/forms/${form}.ui.json`);

/** Fields in the form's order, because a later question can depend on an earlier one. */
export function inOrder(form: string, fields: readonly string[]): string[] {
  const { order } = uiOf(form);
  return fields.toSorted((a, b) => order.indexOf(a) - order.indexOf(b));
}

/** A row that an answer reveals appears immediately. */
const rowTimeoutMs = 3000;

/** Answers one field of the visible form. */
export async function answerField({ page, row, form, field, value }: Asked): Promise<void> {
  await row.waitFor({ timeout: rowTimeoutMs }).catch(() => {
    throw new Error(`the form "${form}" does not ask "${field}".`);
  });
  const masked = row.locator('.kept').getByRole('button');
  if (await masked.isVisible()) await masked.click();
  if (value === '' || value === null) await clearField(row);
  else {
    await mustBeOffered(row, value, `"${field}" ${JSON.stringify(value)}`);
    await fillForm(page, form, { [field]: value });
    await verifyInput(row, value, `"${field}"`);
  }
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
}

/** Adds or removes items until the list has as many as the answer. */
async function showItems(row: Locator, wanted: number): Promise<void> {
  const items = row.locator('.item, .item-text');
  for (let count = await items.count(); count > 0 && count !== wanted; count = await items.count()) {
    const button = count < wanted ? row.locator('[id$="-add"]') : items.last().locator('.item-remove');
    if (!(await button.isVisible())) throw new NotOnScreen(`The list does not let a person give ${wanted} items.`);
    await button.click();
  }
}

/** A select accepts only its options. */
async function mustBeOffered(row: Locator, value: unknown, said: string): Promise<void> {
  if (Array.isArray(value)) await showItems(row, value.length);
  const isTakenBack = Array.isArray(value) && value.some((item: object) => Object.values(item).includes(''));
  if (isTakenBack && (await row.locator('select option[value=""]:enabled').count()) === 0) {
    throw new NotOnScreen('A person cannot clear the choice: the list has no empty option.');
  }
  if (typeof value !== 'string') return;
  const offered = await row
    .locator('option, input[type=radio]')
    .evaluateAll((all) => all.map((each) => (each as HTMLOptionElement | HTMLInputElement).value));
  if (offered.length === 0) return;
  const isDate = (await row.locator('input:not([type=radio])').count()) > 0;
  const wanted = isDate ? (value.split('-')[1] ?? '') : value;
  if (!offered.includes(wanted)) throw new NotOnScreen(`A person cannot choose ${said}: it is not offered.`);
}

/** Removes the separators that a widget inserts. */
const bare = (text: string): string => text.replaceAll(/[\s,.-]/g, '');

/** Verifies the input, because a widget may drop or replace characters. */
async function verifyInput(row: Locator, value: unknown, said: string): Promise<void> {
  const input = row.getByRole('textbox');
  // A date is typed in parts, and its month is selected.
  const isInParts = (await row.locator('select').count()) > 0;
  if (!['string', 'number'].includes(typeof value) || isInParts || (await input.count()) !== 1) return;
  const shown = await input.inputValue();
  const isSame = typeof value === 'number' ? Number(shown.replaceAll(',', '')) === value : bare(shown) === bare(String(value));
  if (!isSame) throw new NotOnScreen(`A person cannot type ${JSON.stringify(value)} into ${said}: it becomes "${shown}".`);
}
