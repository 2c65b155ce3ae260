import type { Flow } from '../../../engine/config/flow.ts';
import { itemParameter } from '../../../engine/flow/instances.ts';
import type { ExpressionModule } from '../../../engine/flow/load.ts';
import type { FormModule, WholeFormModule } from '../../../engine/form/types.ts';
import type { LoadedForm, LoadedScreen } from '../../../engine/react/screen/types.ts';
import type { Texts } from '../../../engine/react/text.tsx';
import type { Bundle } from '../../../engine/texts/words.ts';
import type { ApiClient } from '../../api/client.ts';
import type { ScreenTicket } from '../../api/contract.ts';
import type { AppProduct } from '../product.ts';
import { loadFormParts, loadWidgets } from '../formParts.ts';
import { isTransient } from '../../api/problem.ts';
import type { TicketMemory } from '../offline/ticketMemory.ts';
import { whenIdle } from '../whenIdle.ts';
import type { Parts } from './parts.ts';
import { withRetries } from './withRetries.ts';

export interface LoaderOptions {
  product: AppProduct;
  client: ApiClient;
  parts: Parts;
  memory: TicketMemory;
  texts: Texts;
  /** URLs of the texts that every screen needs, by language. */
  commonTexts: () => Readonly<Record<string, string>>;
}

/** Requests tickets of routes and loads the parts they name. Each part loads once. */
export class ScreenLoader {
  readonly #options: LoaderOptions;
  readonly #tickets = new Map<string, Promise<ScreenTicket>>();
  /** URLs of texts that are already in the store. */
  readonly #added = new Set<string>();

  constructor(options: LoaderOptions) {
    this.#options = options;
  }

  /** Uses the ticket that the page contains. Starts loading its parts at once, before the page has rendered. */
  keepTicket(path: string, language: string, ticket: ScreenTicket): void {
    const route = `${language} ${path}`;
    this.#tickets.set(route, Promise.resolve(ticket));
    void this.#fetch(ticket).catch(() => undefined);
    whenIdle(() => this.#options.memory.keep(route, ticket));
  }

  ticket(path: string, language = this.#options.texts.language): Promise<ScreenTicket> {
    const route = `${language} ${path}`;
    const known = this.#tickets.get(route) ?? this.#ask(route, path, language);
    this.#tickets.set(route, known);
    known.catch(() => this.#tickets.delete(route));
    return known;
  }

  /** The server's ticket. Offline, the ticket of an earlier visit, which is requested again next time. */
  async #ask(route: string, path: string, language: string): Promise<ScreenTicket> {
    const { client, memory } = this.#options;
    try {
      const ticket = await client.call('release.screen', { path, language });
      memory.keep(route, ticket);
      return ticket;
    } catch (error) {
      const kept = isTransient(error) ? await memory.read(route) : undefined;
      if (!kept) throw error;
      this.#tickets.delete(route);
      return kept;
    }
  }

  /** Call it when the person or the release changes: routes may then need other parts. */
  forgetTickets(): void {
    this.#tickets.clear();
    this.#options.memory.forget();
  }

  async load(ticket: ScreenTicket): Promise<LoadedScreen> {
    const { texts } = this.#options;
    const { language } = texts;
    const [screen] = await Promise.all([withRetries(() => this.#fetch(ticket)), withRetries(() => this.commonWords(language))]);
    // Not during a prefetch: new texts re-render every screen.
    await this.words(ticket.texts, language);
    return screen;
  }

  async #fetch(ticket: ScreenTicket): Promise<LoadedScreen> {
    const { parts, product } = this.#options;
    const [definition, { expressions }, forms] = await Promise.all([
      parts.json<LoadedScreen['definition']>(ticket.definition),
      ticket.expressions === undefined ? { expressions: {} } : parts.module<ExpressionModule>(ticket.expressions),
      this.forms(ticket),
      parts.json(ticket.texts),
      product.loadBlocks(ticket.blocks),
      asksSomething(ticket) ? loadFormParts(product).then(() => loadWidgets(product, ticket.widgets)) : undefined,
    ]);
    return { definition, expressions, forms };
  }

  async forms(ticket: ScreenTicket): Promise<Record<string, LoadedForm>> {
    const { parts } = this.#options;
    const loaded = Object.entries(ticket.forms).map(async ([id, form]) => {
      const [definition, module] = await Promise.all([
        parts.json<LoadedForm['definition']>(form.definition),
        parts.module<FormModule>(form.module),
      ]);
      return [id, { definition, module, ...this.#wholeForm(form) }] as const;
    });
    return Object.fromEntries(await Promise.all(loaded));
  }

  #wholeForm({ wholeForm }: ScreenTicket['forms'][string]): Pick<LoadedForm, 'wholeForm'> {
    const { parts } = this.#options;
    if (wholeForm === undefined) return {};
    return { wholeForm: () => new Promise<void>((resolve) => whenIdle(resolve)).then(() => parts.module<WholeFormModule>(wholeForm)) };
  }

  /** Loads the texts of a screen, in the language they were requested in. */
  async words(address: string, language: string): Promise<void> {
    const { parts, texts } = this.#options;
    const bundle = await parts.json<Bundle>(address);
    if (this.#added.has(`${language} ${address}`)) return;
    this.#added.add(`${language} ${address}`);
    texts.add(language, bundle);
  }

  async commonWords(language = this.#options.texts.language): Promise<void> {
    const address = this.#options.commonTexts()[language];
    if (address !== undefined) await this.words(address, language);
  }

  /**
   * When idle, prefetches likely next routes and then, one by one, the later steps of a flow, so that it can be filled offline. Failures
   * are ignored.
   */
  prefetch(ticket: ScreenTicket): void {
    whenIdle(() => {
      const next = Promise.all(ticket.prefetch.map((path) => this.#fetchAhead(path)));
      if (!savesData()) void next.then(() => this.#fetchInTurn(laterSteps(ticket)));
    });
  }

  async #fetchInTurn(paths: readonly string[]): Promise<void> {
    for (const path of paths) await this.#fetchAhead(path);
  }

  async #fetchAhead(path: string): Promise<void> {
    try {
      const ticket = await this.ticket(path);
      await withRetries(() => this.#fetch(ticket));
      await loadWidgets(this.#options.product, ticket.widgets);
    } catch {
      // It is requested again when needed.
    }
  }
}

const asksSomething = ({ forms, blocks }: ScreenTicket) => Object.keys(forms).length > 0 || blocks.includes('widgetGallery');

/** Routes of the flow after the screen's own. */
function laterSteps({ flow, route }: ScreenTicket): string[] {
  const routes = (flow?.definition as Flow | undefined)?.steps.map((step) => step.route.replace(itemParameter, '1')) ?? [];
  return routes.slice(routes.indexOf(route) + 1);
}

/** The person asked the browser to save data (W3C, Save Data). */
const savesData = () => (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true;
