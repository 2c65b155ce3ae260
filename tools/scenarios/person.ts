import type { BrowserContext, Locator, Page } from 'playwright';
import { NotOnScreen, type Beginning, type Screens, type ShownProblem, type FlowProgress } from '../../engine/cli/index.ts';
import { freshPhone, nextButton, register } from '../../tests/e2e/support/journey.ts';
import type { RunningServer } from '../../tests/e2e/support/server.ts';
import { answerField, inOrder } from './answerField.ts';
import { moveClockForward } from './day.ts';
import { readDecision, type ApplicationView } from './decision.ts';
import { desk } from './desk.ts';
import { withOwnNumber, chooseLanguage, needsPast, settings, withPast } from './newcomer.ts';
import { Viewer } from './viewer.ts';

interface Around {
  beginning: Beginning;
  server: RunningServer;
  newContext: () => Promise<BrowserContext>;
  /** Called before the server's clock moves. */
  movesDay: () => void;
}

type Snapshot = Pick<FlowProgress, 'answers' | 'masked'> & { position: { step?: { id: string }; path: { id: string }[] } };

/** Minimum time between two codes to a number. The demo's clock shifts logins with it. */
export const betweenCodesSeconds = 10;

/** A person with a phone, registered with their own number. */
export class Person extends Viewer implements Screens {
  readonly #around: Around;
  #phone = freshPhone();
  #mayEnterAgainMs = 0;
  #sent: Snapshot | undefined;

  private constructor(around: Around, page: Page) {
    super(around.beginning, page);
    this.#around = around;
  }

  static async begin(around: Around): Promise<Person> {
    const context = await around.newContext();
    const person = new Person(around, await context.newPage());
    try {
      await person.#begin();
    } catch (error) {
      await context.close();
      throw error;
    }
    return person;
  }

  async #begin(): Promise<void> {
    const { beginning } = this.#around;
    if (needsPast(beginning)) this.#phone = (await withPast({ ...this.#around, page: this.page }, beginning)).phone;
    else await this.#enter();
    this.#mayEnterAgainMs = performance.now() + betweenCodesSeconds * 1000;
  }

  async #enter(): Promise<void> {
    await chooseLanguage(this.page, this.#around.beginning);
    await register(this.page, this.#around.server, this.#phone);
  }

  async back(): Promise<void> {
    const before = await this.route();
    await this.page.locator('[data-current] header button').first().click();
    await this.page.waitForURL((url) => url.pathname !== before);
    await this.rest();
  }

  next(): Promise<void> {
    return this.#leaveBy(nextButton(this.page));
  }

  skip(): Promise<void> {
    return this.#leaveBy(this.page.locator('.form-actions:visible button[type=button]'));
  }

  async #leaveBy(button: Locator): Promise<void> {
    const before = await this.route();
    await button.click();
    // Form validation is immediate. Anything else is on its way to the server.
    await this.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    await this.page.waitForFunction(
      (route) => location.pathname !== route || document.querySelector('[data-current] :is(.field-problem, .summary, [role="alert"])'),
      before,
    );
    await this.rest();
  }

  async answer(form: string, answers: Readonly<Record<string, unknown>>): Promise<void> {
    const own = withOwnNumber(answers, this.#around.beginning.phone, this.#phone);
    for (const field of inOrder(form, Object.keys(own))) {
      await answerField({ page: this.page, row: this.#row(field), form, field, value: own[field] });
    }
  }

  async change(field: string): Promise<void> {
    const masked = this.#row(field).locator('.kept').getByRole('button');
    if (await masked.isVisible()) await masked.click();
  }

  async offline(isOff: boolean): Promise<void> {
    if (isOff) await this.#prepared();
    await this.context.setOffline(isOff);
  }

  async otherDevice(): Promise<void> {
    await this.context.close();
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, this.#mayEnterAgainMs - performance.now())));
    const context = await this.#around.newContext();
    this.takeUp(await context.newPage());
    await this.#enter();
    this.#mayEnterAgainMs = performance.now() + betweenCodesSeconds * 1000;
  }

  async today(day: string): Promise<void> {
    this.#around.movesDay();
    const refused = await moveClockForward(this.#around.server, day);
    if (refused !== undefined) throw new NotOnScreen(`The clock only moves forward and cannot move to ${day}: ${refused}.`);
  }

  async problems(): Promise<ShownProblem[]> {
    return this.page
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

  async progress(): Promise<FlowProgress> {
    const now = await this.#ask<Snapshot>(`/api/flows/${this.#around.beginning.flow}`);
    // A repeatable flow restarts after submission, so the submitted position counts.
    const isEmptied = this.#sent?.position.step === undefined && Object.keys(now.answers).length === 0;
    const { position, answers, masked } = (isEmptied && this.#sent) || now;
    return { step: position.step?.id, path: position.path.map(({ id }) => id), answers, masked };
  }

  /** Records the server's answer to the step that was sent last. */
  protected override takeUp(page: Page): void {
    super.takeUp(page);
    page.on('response', async (response) => {
      if (response.request().method() !== 'PUT' || !response.ok() || !response.url().includes('/api/flows/')) return;
      this.#sent = ((await response.json()) as { snapshot: Snapshot }).snapshot;
    });
  }

  async sendBack(corrections: Parameters<Screens['sendBack']>[0]): Promise<void> {
    const { id } = await this.#ask<ApplicationView>('/api/applications/current');
    if (id === undefined) throw new NotOnScreen('Staff can only see a submitted application, and none was submitted.');
    await (
      await desk(this.#around.server, 'underwriter')
    )('POST', `/api/staff/applications/${id}/corrections`, { corrections });
  }

  async facts(facts: Readonly<Record<string, unknown>>): Promise<void> {
    const names = Object.keys(facts).join(', ');
    throw new NotOnScreen(`Only the server can establish these facts (${names}).`);
  }

  async decision(): Promise<unknown> {
    const view = await this.#ask<ApplicationView>('/api/applications/current');
    await this.open('/homeIndex');
    return this.eventually(async () => readDecision(view, await this.text(), this.#around.beginning.language));
  }

  /** Calls the server like the page does. */
  async #ask<Answer>(path: string): Promise<Answer> {
    const token = await this.page.evaluate((key) => {
      const { publicData = {} } = JSON.parse(localStorage.getItem(key) ?? '{}') as { publicData?: { token?: string } };
      return publicData.token ?? '';
    }, settings.storageKey);
    const answer = await this.page.request.get(path, { headers: { 'x-hakbang-token': token } });
    if (!answer.ok()) throw new Error(`The server does not answer ${path}: ${await answer.text()}`);
    return (await answer.json()) as Answer;
  }

  #row(field: string): Locator {
    return this.page.locator(`[data-current] [data-field="${field}"]:visible`);
  }

  #rows(): Locator {
    return this.page.locator('[data-current] [data-field]:visible');
  }

  /** Waits until the service worker has taken over and finished prefetching. */
  async #prepared(): Promise<void> {
    await this.page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
    await this.page.waitForFunction(async () => (await caches.match('/shell.html')) !== undefined);
    await this.page.waitForLoadState('networkidle');
  }
}
