import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Locator, Page } from 'playwright';
import type { Scene, Sights } from '../../engine/cli/index.ts';
import { root } from '../../tests/support/root.ts';

const patienceMs = 15_000;
const betweenLooksMs = 100;
const pictures = 'test-results/scenarios';

/** Somebody in front of the rendered screens: goes to them and reads them. */
export class Viewer implements Sights {
  readonly #scene: Scene;
  protected context: BrowserContext;
  protected page: Page;

  constructor(scene: Scene, page: Page) {
    this.#scene = scene;
    this.page = page;
    this.context = page.context();
    this.takeUp(page);
  }

  /** Goes on with another page. */
  protected takeUp(page: Page): void {
    this.page = page;
    this.context = page.context();
    page.setDefaultTimeout(patienceMs);
  }

  /** The screen in sight: others are kept alive beside it. */
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

  /** What a screen may still be fetching is looked for again until it is there, or time is up. */
  protected async eventually<Seen>(look: () => Promise<Seen>): Promise<Seen> {
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

  /** Until a screen stands there and nothing is on its way to the server. */
  protected async rest(): Promise<void> {
    await this.page.locator('[data-current] h1:visible').first().waitFor();
    await this.page.waitForFunction(() => !document.querySelector('[data-current] [aria-busy="true"]'));
  }
}
