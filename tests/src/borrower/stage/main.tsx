// The product's blocks on a page without a server, for the tests beside this folder and for manual inspection.
import { observable, runInAction } from 'mobx';
import { createRoot } from 'react-dom/client';
import { emitExpression, runtimeFor } from '../../../../engine/expression/index.ts';
import type { Expressions } from '../../../../engine/flow/load.ts';
import { type EngineContext, EngineProvider } from '../../../../engine/react/engine-context.tsx';
import { IconsContext } from '../../../../engine/react/parts/icons.ts';
import { HostProvider } from '../../../../engine/react/screen/host.tsx';
import { ScreenModel } from '../../../../engine/react/screen/screenModel.ts';
import { ScreenView } from '../../../../engine/react/screen/ScreenView.tsx';
import type { ScreenHost } from '../../../../engine/react/screen/types.ts';
import { createTexts } from '../../../../engine/react/text.tsx';
import type { Bundle } from '../../../../engine/texts/words.ts';
import { blocks } from '../../../../src/borrower/blocks/components.ts';
import { borrowerProduct } from '../../../../src/borrower/product.ts';
import { createForm, loadFormParts, widgets } from '../../../../src/app/formParts.ts';
import { icons } from '../../../../src/borrower/icons.ts';
import { coupons, listed, offer, payments, quote } from './answers.ts';
import { forms, screenOf, words } from './screens.ts';
import '../../../../src/styles/tokens.css';
import '../../../../src/styles/palettes.css';
import '../../../../src/styles/base.css';
import '../../../../src/styles/fields.css';
import '../../../../src/styles/widgets.css';
import '../../../../src/styles/blocks.css';
import '../../../../src/styles/reading.css';
import '../../../../src/styles/blocks/progressSteps.css';
import '../../../../src/styles/blocks/segments.css';
import '../../../../src/styles/blocks/table.css';

interface Stage {
  log: string[];
  screen: ScreenModel;
  /** Error code for the next calls of an operation. */
  refuse: Record<string, string>;
  /** Releases the calls that `?hold=<operation>` held back. */
  letGo: () => void;
  setOnline: (online: boolean) => void;
  setLoan: (state: string) => void;
  setLanguage: (language: string) => Promise<void>;
}
declare global {
  interface Window {
    stage: Stage;
  }
}

const query = new URLSearchParams(location.search);
document.documentElement.dataset['theme'] = query.get('theme') ?? 'light';
const family = query.get('blocks') ?? '';

const texts = createTexts({
  language: 'en',
  locales: { en: 'en-PH', hi: 'hi-IN', fil: 'fil-PH' },
  currency: 'PHP',
  timeZone: 'Asia/Manila',
});
const common = import.meta.glob<{ default: Bundle }>('../../../../locales/*/{common,errors}.json');

async function addLanguage(language: string): Promise<void> {
  const load = async (name: string) => (await common[`../../../../locales/${language}/${name}.json`]?.())?.default ?? {};
  texts.add(language, { ...words, common: await load('common'), errors: await load('errors') });
}

const log: string[] = [];
const online = observable.box(true);
const listeners = new Set<() => void>();
const held = Promise.withResolvers<void>();
let loan = 'disbursing';
const answers: Record<string, (input: Record<string, unknown>) => unknown> = {
  'loans.offer': () => offer,
  'loans.quote': (input) => quote(input as Parameters<typeof quote>[0]),
  'coupons.list': () => ({ platform: coupons, listed }),
  'repayments.list': () => ({ repayments: payments }),
  'loans.current': () => ({ state: loan }),
  'agreements.download': () => ({ url: '/files/agreement.pdf' }),
};

const engine: EngineContext = {
  texts,
  widgets,
  call: async (operation, input = {}) => {
    log.push(`${operation} ${JSON.stringify(input)}`);
    await (query.get('hold') === operation ? held.promise : new Promise((resolve) => setTimeout(resolve, 30)));
    const code = online.get() ? window.stage.refuse[operation] : 'networkAbnormal';
    if (code !== undefined) throw Object.assign(new Error(code), { code });
    return answers[operation]?.(input) ?? {};
  },
  upload: () => Promise.reject(new Error('not here')),
  fetchJson: () => Promise.reject(new Error('not here')),
  navigate: (path) => void log.push(`go ${path}`),
  today: () => '2026-03-02',
};

const host: ScreenHost = {
  blocks,
  createForm,
  languages: [],
  setLanguage: () => undefined,
  clickGuardMs: 0,
  namespaces: () => ({ session: {}, device: {}, constants: {}, features: {} }),
  setSession: () => undefined,
  back: () => undefined,
  event: () => undefined,
  open: (address) => void log.push(`open ${address}`),
  leave: () => undefined,
  queue: { send: async () => 'waiting', requests: () => [], dismiss: () => undefined },
  deviceAnswer: () => undefined,
  say: (text) => void log.push(`say ${text}`),
  confirm: async () => true,
  react: (error) => void log.push(`refused ${String((error as { code?: string }).code)}`),
  dataFailed: () => undefined,
  report: (error, where) => void log.push(`report ${where} ${String(error)}`),
  done: () => undefined,
  onDone: () => () => undefined,
  online: () => online.get(),
  onOnline: (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  flow: () => undefined,
  consent: { analytics: () => undefined, setAnalytics: () => undefined },
  look: {
    palettes: ['lagoon', 'plum', 'tide'],
    theme: () => 1,
    setTheme: () => undefined,
    appearance: () => 'system',
    setAppearance: () => undefined,
  },
};

/** Compiles in the page what publishing would compile: every CEL text becomes a function. */
function compile(value: unknown): Expressions {
  const sources = new Set<string>();
  const gather = (each: unknown): void => {
    if (typeof each === 'string') sources.add(each);
    else if (typeof each === 'object' && each !== null) Object.values(each).forEach(gather);
  };
  gather(value);
  const entries = [...sources].flatMap((source) => {
    try {
      return [`${JSON.stringify(source)}: ${emitExpression(source, {}, {})},`];
    } catch {
      return [];
    }
  });
  const body = `export const expressions = {${entries.join('\n')}};`;
  const code = `${runtimeFor(body)}\n${body.replace('export const expressions =', 'return')}`;
  // oxlint-disable-next-line typescript/no-implied-eval, no-new-func -- a page of the tests
  return new Function(code.replaceAll('export ', ''))() as Expressions;
}

async function start(): Promise<void> {
  const language = query.get('language') ?? 'en';
  await Promise.all([addLanguage(language), loadFormParts(borrowerProduct)]);
  texts.setLanguage(language);
  document.documentElement.lang = language;
  const definition = screenOf(family, Number(query.get('termDays') ?? 14));
  const place = { path: '/here', name: 'stage', noCheck: true, previous: '', params: {}, query: {} };
  const screen = new ScreenModel({ definition, expressions: compile(definition), forms }, place, host, engine);
  window.stage = {
    log,
    screen,
    refuse: {},
    letGo: held.resolve,
    setOnline: (value) => {
      runInAction(() => online.set(value));
      if (value) listeners.forEach((listener) => listener());
    },
    setLoan: (state) => (loan = state),
    setLanguage: async (next) => {
      await addLanguage(next);
      texts.setLanguage(next);
    },
  };
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root.');
  createRoot(root).render(
    <IconsContext value={icons}>
      <EngineProvider value={engine}>
        <HostProvider value={host}>
          <h1>Stage</h1>
          <ScreenView screen={screen} />
        </HostProvider>
      </EngineProvider>
    </IconsContext>,
  );
}

void start();
