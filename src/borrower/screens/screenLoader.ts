import type { Expressions } from '../../../engine/flow/load.ts';
import type { FormModule } from '../../../engine/form/types.ts';
import { loadBlocks } from '../../../engine/react/blocks/components.ts';
import type { LoadedForm, LoadedScreen } from '../../../engine/react/screen/types.ts';
import type { Bundle, Texts } from '../../../engine/react/text.tsx';
import type { ApiClient } from '../../api/client.ts';
import type { ScreenTicket } from '../../api/contract.ts';
import { loadFormParts } from '../formParts.ts';
import type { Parts } from './parts.ts';

export interface LoaderOptions {
  client: ApiClient;
  parts: Parts;
  texts: Texts;
  /** Addresses of the words that every screen needs, by language. */
  commonTexts: () => Readonly<Record<string, string>>;
}

/** Asks for routes and loads what they need: a ticket names the parts, the parts come once. */
export class ScreenLoader {
  readonly #options: LoaderOptions;
  readonly #tickets = new Map<string, Promise<ScreenTicket>>();
  /** Words that are in the store. */
  readonly #added = new Set<string>();

  constructor(options: LoaderOptions) {
    this.#options = options;
  }

  /** The page came with its first ticket. */
  keepTicket(path: string, language: string, ticket: ScreenTicket): void {
    this.#tickets.set(`${language} ${path}`, Promise.resolve(ticket));
  }

  ticket(path: string): Promise<ScreenTicket> {
    const { client, texts } = this.#options;
    const { language } = texts;
    const key = `${language} ${path}`;
    const known = this.#tickets.get(key) ?? client.call('release.screen', { path, language });
    this.#tickets.set(key, known);
    known.catch(() => this.#tickets.delete(key));
    return known;
  }

  /** Another person, or another release: what a route needs may differ from now on. */
  forgetTickets(): void {
    this.#tickets.clear();
  }

  async load(ticket: ScreenTicket): Promise<LoadedScreen> {
    const { texts } = this.#options;
    const { language } = texts;
    const [screen] = await Promise.all([this.#fetch(ticket), this.commonWords(language)]);
    // Only now, and not when it is fetched ahead: new words render every screen anew.
    await this.words(ticket.texts, language);
    return screen;
  }

  async #fetch(ticket: ScreenTicket): Promise<LoadedScreen> {
    const { parts } = this.#options;
    const [definition, expressions, forms] = await Promise.all([
      parts.json(ticket.definition),
      ticket.expressions === undefined ? { expressions: {} } : parts.module(ticket.expressions),
      this.forms(ticket),
      parts.json(ticket.texts),
      loadBlocks(ticket.blocks),
      Object.keys(ticket.forms).length > 0 || ticket.blocks.includes('widgetGallery') ? loadFormParts() : undefined,
    ]);
    return {
      definition: definition as LoadedScreen['definition'],
      expressions: (expressions as { expressions: Expressions }).expressions,
      forms,
    };
  }

  async forms(ticket: ScreenTicket): Promise<Record<string, LoadedForm>> {
    const { parts } = this.#options;
    const loaded = Object.entries(ticket.forms).map(async ([id, form]) => {
      const [definition, module] = await Promise.all([parts.json(form.definition), parts.module(form.module)]);
      return [id, { definition: definition as LoadedForm['definition'], module: module as FormModule }] as const;
    });
    return Object.fromEntries(await Promise.all(loaded));
  }

  /** Words of a screen, in the language in which they were asked for. */
  async words(address: string, language: string): Promise<void> {
    const { parts, texts } = this.#options;
    const bundle = (await parts.json(address)) as Bundle;
    if (this.#added.has(`${language} ${address}`)) return;
    this.#added.add(`${language} ${address}`);
    texts.add(language, bundle);
  }

  async commonWords(language: string): Promise<void> {
    const address = this.#options.commonTexts()[language];
    if (address !== undefined) await this.words(address, language);
  }

  /** Loads routes that are likely next, when there is nothing else to do. A failure costs nothing. */
  prefetch(paths: readonly string[]): void {
    const idle = 'requestIdleCallback' in window ? window.requestIdleCallback : (work: () => void) => setTimeout(work, 300);
    idle(() => {
      for (const path of paths) {
        this.ticket(path)
          .then((ticket) => this.#fetch(ticket))
          .catch(() => undefined);
      }
    });
  }
}
