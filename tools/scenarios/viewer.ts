import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Locator, Page } from 'playwright';
import type { Scene, ScreenReader } from '../../engine/cli/index.ts';
import { root } from '../../tests/support/root.ts';

const patienceMs = 15_000;
const betweenLooksMs = 100;
const pictures = 'test-results/scenarios';

/** Navigates to rendered screens and reads them. */
export class Viewer implements ScreenReader {
  readonly #scene: Scene;
  protected context: BrowserContext;
  protected page: Page;

  constructor(scene: Scene, page: Page) {
    this.#scene = scene;
    this.page = page;
    this.context = page.context();
    this.takeUp(page);
  }

  /** Switches to another page. */
  protected takeUp(page: Page): void {
    this.page = page;
    this.context = page.context();
    page.setDefaultTimeout(patienceMs);
  }

  /** The visible screen. Other screens are kept alive next to it. */
  protected get screen(): Locator {
    return this.page.locator('[data-current]').first();
  }

  async route(): Promise<string> {
    return new URL(this.page.url()).pathname;
  }

  async open(route: string): Promise<void> {
    await this.page.goto(route);
    await this.rest();
  }

  async text(): Promise<string> {
    return this.screen.innerText();
  }

  async picture(): Promise<string> {
    const path = join(pictures, `${this.#scene.id}.png`);
    mkdirSync(join(root, pictures), { recursive: true });
    await this.page.screenshot({ path: join(root, path), fullPage: true });
    return path;
  }

  async leave(): Promise<void> {
    await this.context.close();
  }

  /** Polls until the data arrives or the timeout ends. */
  protected async eventually<Value>(look: () => Promise<Value>): Promise<Value> {
    const until = performance.now() + patienceMs;
    for (;;) {
      try {
        return await look();
      } catch (error) {
        if (performance.now() > until) throw error;
        await this.page.waitForTimeout(betweenLooksMs);
      }
    }
  }

  /** Waits until a screen is visible and no request is pending. */
  protected async rest(): Promise<void> {
    await this.page.locator('[data-current] h1:visible').first().waitFor();
    await this.page.waitForFunction(() => !document.querySelector('[data-current] [aria-busy="true"]'));
  }
}
