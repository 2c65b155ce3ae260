import { borrowerProduct } from '../../src/borrower/product.ts';
import { when } from 'mobx';
import { enableStaticRendering } from 'mobx-react-lite';
import { prerender } from 'react-dom/static';
import type { OpenRelease } from '../../engine/compiler/index.ts';
import type { BlockValue, Text } from '../../engine/config/screen.ts';
import { type EngineContext, EngineProvider } from '../../engine/react/engine-context.tsx';
import { IconsContext } from '../../engine/react/parts/icons.ts';
import { HostProvider } from '../../engine/react/screen/host.tsx';
import { ScreenModel } from '../../engine/react/screen/screenModel.ts';
import type { Place, ScreenHost } from '../../engine/react/screen/types.ts';
import { ScreenView } from '../../engine/react/screen/ScreenView.tsx';
import { createTexts, type Texts } from '../../engine/react/text.tsx';
import { type Bundle, regionOf } from '../../engine/texts/words.ts';
import { requests } from '../../src/borrower/requests.ts';
import { blocks, loadBlocks } from '../../src/borrower/blocks/components.ts';
import { createForm, loadFormParts, loadWidgets, widgets } from '../../src/app/formParts.ts';
import { icons } from '../../src/borrower/icons.ts';
import { manilaDay } from '../support/manila.ts';
import type { LoggedIn } from '../server/support/login.ts';
import type { ProductApp } from '../server/support/product.ts';

enableStaticRendering(true);

/** A screen as one borrower sees it now, in words. Its data stays, so that it can be read in each language. */
export interface SeenScreen {
  read(language: string): Promise<string>;
}

export interface ScreenReader {
  open(who: LoggedIn, screen: string, query?: Readonly<Record<string, string>>): Promise<SeenScreen>;
}

/** Renders screens of a release without a browser, with what the server answers. */
export function screenReader(server: ProductApp, release: OpenRelease): ScreenReader {
  const { settings } = release;
  const texts = createTexts({
    language: 'en',
    ...regionOf(settings),
  });
  const forms = Object.fromEntries(
    Object.values(release.forms).map(({ module, schema, ui }) => [module.id, { module, definition: { schema, ui } }]),
  );
  for (const { code } of settings.languages.offered) texts.add(code, release.words(code) as Bundle);

  return {
    async open(who, id, query = {}) {
      const { screen: shipped, expressions } = release.screens[id] ?? absent(id);
      const definition = { ...shipped, blocks: shipped.blocks.map(unfolded) };
      const engine = engineFor(server, who, texts);
      const session = (await engine.call('auth.session')) as Record<string, unknown>;
      const host = hostFor(release, texts, session);
      const place: Place = { path: definition.route, name: id, noCheck: false, previous: '', params: {}, query };
      await Promise.all([
        loadBlocks(Object.keys(blocks)),
        loadFormParts(borrowerProduct),
        loadWidgets(borrowerProduct, Object.keys(widgets)),
      ]);
      const screen = new ScreenModel({ definition, expressions, forms }, place, host, engine);
      const stop = screen.data.start();
      const isComplete = () => screen.data.names.every((name) => !screen.data.isAwaited(name));
      await when(isComplete, { timeout: patienceMs });
      stop();
      return {
        async read(language) {
          texts.setLanguage(language);
          const failures: unknown[] = [];
          const { prelude } = await prerender(
            <IconsContext value={icons}>
              <EngineProvider value={engine}>
                <HostProvider value={host}>
                  <ScreenView screen={screen} />
                </HostProvider>
              </EngineProvider>
            </IconsContext>,
            { onError: (error) => void failures.push(error) },
          );
          if (failures.length > 0) throw failures[0];
          return wordsIn(await new Response(prelude).text());
        },
      };
    },
  };
}

/** All tabs of a block below each other, for nobody taps on one here. */
function unfolded(block: BlockValue): BlockValue {
  if (block.block === 'segments') {
    const tabs = (block['items'] as (Pick<BlockValue, 'when'> & { text: Text; blocks?: BlockValue[] })[]).filter((item) => item.blocks);
    if (tabs.length > 0) return { block: 'group', ...whenOf(block), blocks: tabs.map(tabAsGroup) };
  }
  const { blocks } = block;
  return Array.isArray(blocks) ? { ...block, blocks: (blocks as BlockValue[]).map(unfolded) } : block;
}

const tabAsGroup = ({ text, blocks = [], ...tab }: Pick<BlockValue, 'when'> & { text: Text; blocks?: BlockValue[] }): BlockValue => ({
  block: 'group',
  ...whenOf(tab),
  blocks: [{ block: 'heading', level: 2, text }, ...blocks.map(unfolded)],
});

const whenOf = ({ when: condition }: Pick<BlockValue, 'when'>) => (condition === undefined ? {} : { when: condition });

const patienceMs = 10_000;

const absent = (id: string): never => {
  throw new Error(`There is no screen ${id}.`);
};

function engineFor(server: ProductApp, who: LoggedIn, texts: Texts): EngineContext {
  return {
    texts,
    widgets,
    call: async (operation, input) => {
      const { method, path, body } = requests.prepareRequest(operation, input);
      const answer = await server.app.inject({ method, url: path, headers: who.headers, ...(body ? { payload: body } : {}) });
      if (answer.statusCode !== 200) throw new Error(`${operation}: ${answer.statusCode} ${answer.body}`);
      return answer.json();
    },
    upload: () => Promise.reject(new Error('Nothing is uploaded here.')),
    fetchJson: () => Promise.reject(new Error('Nothing is fetched here.')),
    navigate: () => undefined,
    today: () => manilaDay(server.clock.now()),
  };
}

function hostFor({ settings }: OpenRelease, texts: Texts, { customerId, isReloan }: Record<string, unknown>): ScreenHost {
  const device = { android: false, mobile: true, standalone: false, browser: 'safari', canInstall: false, description: '' };
  const nothing = () => undefined;
  return {
    blocks,
    createForm,
    languages: settings.languages.offered,
    setLanguage: nothing,
    clickGuardMs: 0,
    namespaces: () => ({
      session: { language: texts.language, customerId, isReloan },
      device,
      constants: settings.constants,
      features: settings.features,
    }),
    setSession: nothing,
    back: nothing,
    event: nothing,
    open: nothing,
    leave: nothing,
    queue: { send: async () => 'waiting', requests: () => [], dismiss: nothing },
    deviceAnswer: nothing,
    say: nothing,
    confirm: async () => false,
    react: raise,
    dataFailed: raise,
    report: raise,
    done: nothing,
    onDone: () => nothing,
    online: () => true,
    onOnline: () => nothing,
    flow: nothing,
    consent: { analytics: nothing, setAnalytics: nothing },
    look: { palettes: settings.themes ?? [], theme: () => 1, setTheme: nothing, appearance: () => 'system', setAppearance: nothing },
  };
}

/** Whatever the app would only report is a failure here. */
const raise = (error: unknown): never => {
  throw error;
};

const inline = /<\/?(?:a|abbr|b|em|i|mark|span|strong|sub|sup|time)\b[^>]*>/g;
const typed = /<input(?=[^>]*type="text")[^>]*\svalue="([^"]*)"[^>]*>/g;
const unseen = /<(svg|style|script|template)\b.*?<\/\1>|<!--.*?-->/gs;
const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" };

/** Numbers of orders and applications are drawn by lot. */
export const ownNumbers = /\b(HK|A)-[0-9A-Z]{4,5}-[0-9A-Z]{4,5}\b/g;

/** What a page says, a line for each element of its own; a term and its description share one. */
const wordsIn = (html: string): string =>
  html
    .replaceAll(unseen, '')
    .replaceAll(/<\/dt>\s*(?:<div[^>]*>\s*)*<dd[^>]*>/g, ': ')
    .replaceAll(typed, ' $1 ')
    .replaceAll(inline, ' ')
    .replaceAll(/<[^>]+>/g, '\n')
    .replaceAll(/&[a-z#0-9]+;/g, (entity) => entities[entity] ?? entity)
    .replaceAll(/[\u2060\u200b]/g, '')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ (?=[.,:;!?])/g, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
    .replaceAll(ownNumbers, '$1-…');
