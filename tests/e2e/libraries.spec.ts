import { expect } from '@playwright/test';
import { test } from './support/shared.ts';

test('K06 in the built app, i18next looks up and fills the texts of a page', async ({ page, server }) => {
  await page.coverage.startJSCoverage();
  await page.goto(`${server.url}/login`);
  await page.locator('[data-current] label').first().waitFor();
  const files = await page.coverage.stopJSCoverage();
  const called = new Set(
    files.flatMap(({ functions }) => functions.filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0).map(({ functionName }) => functionName)),
  );
  // Methods keep their names in the bundle: those of i18next's Translator, ResourceStore and Interpolator.
  expect([...called]).toEqual(expect.arrayContaining(['translate', 'resolve', 'getResource', 'extendTranslation', 'interpolate']));
});
