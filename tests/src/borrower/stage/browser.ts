import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright';
import { chromiumArguments, ensureChromium } from '../../../../tools/browser.mjs';
import { servePage } from '../../../support/builtPage.ts';
import viteConfig from '../../../../vite.config.ts';

export interface Stage {
  /** A phone-sized page with one family of blocks (screens.ts). `query` adds language, theme, termDays, hold. */
  page(blocks: string, query?: string, widthPx?: number): Promise<Page>;
  close(): Promise<void>;
}

export async function openStage(): Promise<Stage> {
  const server = await servePage(fileURLToPath(new URL('.', import.meta.url)), {
    alias: viteConfig.resolve?.alias ?? [],
  });
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: chromiumArguments });
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, locale: 'en-PH' });
  return {
    async page(blocks, query = '', widthPx = 390) {
      const page = await context.newPage();
      page.setDefaultTimeout(15_000);
      await page.setViewportSize({ width: widthPx, height: 844 });
      await page.goto(`${server.url}?blocks=${blocks}&${query}`);
      await page.getByRole('heading', { name: 'Stage' }).waitFor();
      if (!/\bhold=/.test(query)) await page.waitForFunction(() => document.querySelector('.skeleton') === null);
      return page;
    },
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

/** Calls, messages and opened addresses, in order. */
export const logOf = (page: Page): Promise<string[]> => page.evaluate(() => window.stage.log);

/** Elements that overflow the page's sides, except those that scroll or are clipped for screen readers. */
export const overflowing = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const isContained = (element: Element | null): boolean => {
      if (element === null) return false;
      const { overflowX, clipPath } = getComputedStyle(element);
      return overflowX === 'auto' || clipPath !== 'none' || isContained(element.parentElement);
    };
    return [...document.querySelectorAll('main *')]
      .filter((element) => element.getBoundingClientRect().right > width + 1 && !isContained(element.parentElement))
      .map((element) => element.outerHTML.slice(0, 120));
  });
