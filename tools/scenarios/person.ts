import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Locator, Page } from 'playwright';
import type { Beginning, Screens, ShownProblem, Standing } from '../../engine/cli/index.ts';
import { freshPhone, nextButton, register } from '../../tests/e2e/support/journey.ts';
import { readConfiguration } from '../../tests/e2e/support/fill.ts';
import type { RunningServer } from '../../tests/e2e/support/server.ts';
import { root } from '../../tests/support/root.ts';
import { answerField, inOrder } from './answerField.ts';

interface Around {
  beginning: Beginning;
  server: RunningServer;
  newContext: () => Promise<BrowserContext>;
  /** Told before the day of the server is moved. */
  movesDay: () => void;
}

interface Settings {
  storageKey: string;
  languages: { offered: { code: string; name: string }[] };
}

const patienceMs = 15_000;
const pictures = 'test-results/scenarios';

/** The least that the configuration allows between two codes to one number; the demo's clock takes logins along. */
export const betweenCodesSeconds = 10;

/** Somebody with a phone in their hand, registered with a number of their own. */
export class Person implements Screens {
  readonly #around: Around;
  readonly #settings = readConfiguration<Settings>('flows/settings.json');
  readonly #phone = freshPhone();
  #context: BrowserContext;
  #page: Page;
  #mayEnterAgainMs = 0;

  private constructor(around: Around, context: BrowserContext, page: Page) {
    this.#around = around;
    this.#context = context;
    this.#page = page;
  }

  static async begin(around: Around): Promise<Person> {
    const context = await around.newContext();
    const person = new Person(around, context, await context.newPage());
    await person.#enter();
    return person;
  }

  async #enter(): Promise<void> {
    const { beginning, server } = this.#around;
    this.#page.setDefaultTimeout(patienceMs);
    const language = this.#settings.languages.offered.find(({ code }) => code === beginning.language);
    await this.#page.goto('/start');
    await this.#page.getByRole('button', { name: language?.name ?? '', exact: true }).click();
    await this.#page.locator(`html[lang="${beginning.language}"]`).waitFor({ state: 'attached' });
    await register(this.#page, server, this.#phone);
    this.#mayEnterAgainMs = performance.now() + betweenCodesSeconds * 1000;
  }

  async route(): Promise<string> {
    return new URL(this.#page.url()).pathname;
  }

  async open(route: string): Promise<void> {
    await this.#page.goto(route);
    await this.#rest();
  }

  async back(): Promise<void> {
    const before = await this.route();
    await this.#page.locator('[data-current] header button').first().click();
    await this.#page.waitForURL((url) => url.pathname !== before);
    await this.#rest();
  }

  async next(): Promise<void> {
    const before = await this.route();
    await nextButton(this.#page).click();
    // What is wrong with the form itself is said at once; all else is on its way to the server.
    await this.#page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    await this.#page.waitForFunction(
      (route) => location.pathname !== route || document.querySelector('[data-current] :is(.field-problem, .summary, [role="alert"])'),
      before,
    );
    await this.#rest();
  }

  async answer(form: string, answers: Readonly<Record<string, unknown>>): Promise<void> {
    for (const field of inOrder(form, Object.keys(answers))) {
      await answerField({ page: this.#page, row: this.#row(field), form, field, value: this.#asOwn(answers[field]) });
    }
  }

  /** The number that a scenario calls its person's own stands for the one they have here. */
  #asOwn(value: unknown): unknown {
    return JSON.parse(JSON.stringify(value).replaceAll(`"${this.#around.beginning.phone}"`, `"${this.#phone}"`));
  }

  async change(field: string): Promise<void> {
    const masked = this.#row(field).locator('.kept').getByRole('button');
    if (await masked.isVisible()) await masked.click();
  }

  async offline(isOff: boolean): Promise<void> {
    if (isOff) await this.#prepared();
    await this.#context.setOffline(isOff);
  }

  async otherDevice(): Promise<void> {
    await this.#context.close();
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, this.#mayEnterAgainMs - performance.now())));
    this.#context = await this.#around.newContext();
    this.#page = await this.#context.newPage();
    await this.#enter();
  }

  async today(day: string): Promise<void> {
    this.#around.movesDay();
    await this.#forward(`${day}T10:00:00+08:00`);
  }

  async problems(): Promise<ShownProblem[]> {
    return this.#page
      .locator('[data-current] .field-problem:visible')
      .evaluateAll((lines) => lines.map(({ id, textContent }) => ({ id, text: textContent ?? '' })));
  }

  async asked(): Promise<string[]> {
    return this.#rows().evaluateAll((rows) => rows.map((row) => row.getAttribute('data-field') ?? ''));
  }

  async locked(): Promise<string[]> {
    return this.#rows().evaluateAll((rows) =>
      rows
        .filter((row) => row.querySelector(':disabled, [aria-disabled="true"], [readonly]'))
        .map((row) => row.getAttribute('data-field') ?? ''),
    );
  }

  async text(): Promise<string> {
    return this.#page.locator('[data-current]').first().innerText();
  }

  async standing(): Promise<Standing> {
    const token = await this.#page.evaluate((key) => {
      const { publicData = {} } = JSON.parse(localStorage.getItem(key) ?? '{}') as { publicData?: { token?: string } };
      return publicData.token ?? '';
    }, this.#settings.storageKey);
    const answer = await this.#page.request.get(`/api/flows/${this.#around.beginning.flow}`, { headers: { 'x-hakbang-token': token } });
    if (!answer.ok()) throw new Error(`The server does not say where the flow stands: ${await answer.text()}`);
    const { position, answers, masked } = (await answer.json()) as Pick<Standing, 'answers' | 'masked'> & {
      position: { step?: { id: string }; path: { id: string }[] };
    };
    return { step: position.step?.id, path: position.path.map(({ id }) => id), answers, masked };
  }

  async picture(): Promise<string> {
    const path = join(pictures, `${this.#around.beginning.id}.png`);
    mkdirSync(join(root, pictures), { recursive: true });
    await this.#page.screenshot({ path: join(root, path), fullPage: true });
    return path;
  }

  async leave(): Promise<void> {
    await this.#context.close();
  }

  /** Until a screen stands there and nothing is on its way to the server. */
  async #rest(): Promise<void> {
    await this.#page.locator('[data-current] h1:visible').first().waitFor();
    await this.#page.waitForFunction(() => !document.querySelector('[data-current] [aria-busy="true"]'));
  }

  #row(field: string): Locator {
    return this.#page.locator(`[data-current] [data-field="${field}"]:visible`);
  }

  #rows(): Locator {
    return this.#page.locator('[data-current] [data-field]:visible');
  }

  /** Until the worker has taken over and everything that is fetched ahead has come. */
  async #prepared(): Promise<void> {
    await this.#page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
    await this.#page.waitForFunction(async () => (await caches.match('/shell.html')) !== undefined);
    await this.#page.waitForLoadState('networkidle');
  }

  /** Puts the demo's clock forward to a moment. */
  async #forward(to: string): Promise<void> {
    const answer = await fetch(`${this.#around.server.url}/dev/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ to }),
    });
    if (!answer.ok) throw new Error(`The clock of a demo goes forward only: ${await answer.text()}`);
  }
}
