import { type Browser, chromium, type Page } from 'playwright';
import { chromiumArguments, ensureChromium } from '../../../../tools/browser.mjs';
import type { FormSession } from '../../../../engine/session/formSession.ts';
import { serveGallery } from './serve.ts';

export interface Stage {
  page(query?: string): Promise<Page>;
  close(): Promise<void>;
}

/** Opens the gallery in a phone-sized Chromium, with a fake camera that shows a test picture. */
export async function openStage(): Promise<Stage> {
  const gallery = await serveGallery();
  const browser: Browser = await chromium.launch({
    executablePath: await ensureChromium(),
    args: [...chromiumArguments, '--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'],
  });
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    locale: 'en-PH',
    permissions: ['camera', 'clipboard-read', 'clipboard-write'],
  });
  return {
    async page(query = '') {
      const page = await context.newPage();
      page.setDefaultTimeout(15_000);
      await page.goto(gallery.url + query);
      await page.getByRole('button', { name: 'Next', exact: true }).waitFor();
      return page;
    },
    async close() {
      await browser.close();
      await gallery.close();
    },
  };
}

/** The stored answer of a field of the gallery's form. */
export const answer = (page: Page, field: string): Promise<unknown> =>
  page.evaluate((name) => (window as unknown as { gallery: { session: FormSession } }).gallery.session.value(name), field);
