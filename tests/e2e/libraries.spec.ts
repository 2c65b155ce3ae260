import { expect, type Page } from '@playwright/test';
import { openAt } from './support/api.ts';
import { fillForm } from './support/fill.ts';
import { nextButton } from './support/journey.ts';
import { test } from './support/shared.ts';

/** Names of the functions that ran. Methods and properties keep their names in the bundle. */
async function calledDuring(page: Page, work: () => Promise<void>): Promise<string[]> {
  await page.coverage.startJSCoverage({ resetOnNavigation: false });
  await work();
  const files = await page.coverage.stopJSCoverage();
  const ran = files.flatMap(({ functions }) => functions.filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0));
  return [...new Set(ran.map(({ functionName }) => functionName))];
}

test('K06 in the built app, i18next looks up and fills the texts of a page', async ({ page, server }) => {
  const called = await calledDuring(page, async () => {
    await page.goto(`${server.url}/login`);
    await page.locator('[data-current] label').first().waitFor();
  });
  // i18next's Translator, ResourceStore and Interpolator.
  expect(called).toEqual(expect.arrayContaining(['translate', 'resolve', 'getResource', 'extendTranslation', 'interpolate']));
});

test('K06 while a form is filled and sent, rjsf lays it out and its precompiled validator checks it', async ({ page, server }) => {
  const called = await calledDuring(page, async () => {
    await openAt(page, server, 'contact');
    await fillForm(page, 'contact');
    await nextButton(page).click();
    await page.waitForURL((url) => url.pathname !== '/contact');
  });
  // rjsf's Form. The stubs that replace its schema utilities have none of these.
  expect(called).toEqual(expect.arrayContaining(['getStateFromProps', 'getRegistry', 'updateRetrievedSchema', 'mergeErrors']));
  // The class that `createPrecompiledValidator` of @rjsf/validator-ajv8 creates. Next calls it.
  expect(called).toEqual(expect.arrayContaining(['getValidator', 'rawValidation', 'ensureSameRootSchema']));
  expect(called.filter((name) => /^validate\d+$/.test(name))).not.toEqual([]);
});
