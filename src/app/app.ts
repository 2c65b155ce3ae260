import type { EngineContext } from '../../engine/react/engine-context.tsx';
import { ScreenModel } from '../../engine/react/screen/screenModel.ts';
import { isRefusal, type ScreenHost } from '../../engine/react/screen/types.ts';
import { ApiProblem, networkAbnormal } from '../api/problem.ts';
import type { Boot } from './boot.ts';
import { createEvents } from './events.ts';
import type { FlowStore, FlowStoreOptions, OpenFlow } from './flows/flowStore.ts';
import { finishFlow } from './flows/finishFlow.ts';
import { createReactions } from './reactions.ts';
import { takeRelease } from './release.ts';
import { applyStylesheet } from './screens/stylesheets.ts';
import { createReturning } from './screens/returning.ts';
import { Navigator } from './screens/navigator.ts';
import { isUnreached, patiently } from './screens/patiently.ts';
import { leaveTo } from './leave.ts';
import { lazyKept } from './offline/lazyKept.ts';
import { lazyOutbox } from './outbox/lazyOutbox.ts';
import type { AppProduct } from './product.ts';
import { saveFile } from './saveFile.ts';
import { createServices, type Services } from './services.ts';
import { followSession } from './session.ts';
import { chooseLanguage } from './state/chooseLanguage.ts';
import { createLook } from './state/look.ts';
import { createForm, widgets } from './formParts.ts';

/** The app without React: what `App.tsx` shows. */
export interface RunningApp {
  product: AppProduct;
  services: Services;
  navigator: Navigator;
  engine: EngineContext;
  host: ScreenHost;
  /** The open flow of the screen that is shown. */
  flow: (id: string) => OpenFlow | undefined;
}

export function createApp(boot: Boot, product: AppProduct): RunningApp {
  const services = createServices(boot, product);
  const { client, texts, state, network, feedback, loader } = services;
  const flows = lazyFlows(services, {
    onSaved: (flow, by) => onSaved(flow, by),
    onRefused: (flow, step, error) => onRefused(flow, step, error),
    onRelease: () => void takeRelease(services, navigator).catch(() => undefined),
  });
  const listeners = new Set<(operation: string) => void>();
  const done = (operation: string) => {
    kept.outdate(operation);
    listeners.forEach((listener) => listener(operation));
  };

  const returning = createReturning(state);
  const navigator = new Navigator({
    returning,
    loader,
    navigation: () => services.boot().navigation,
    navigationExpressions: services.navigationExpressions,
    flows: flows.load,
    isLoggedIn: () => state.isLoggedIn,
    namespaces: services.namespaces,
    setSession: (name, value, lifetime) => state.set(name, value, lifetime),
    createScreen: (loaded, place) => new ScreenModel(loaded, place, host, engine),
    applyStylesheet,
    failed: endedSession,
    report: services.report,
  });

  const engine = createEngineContext(services, navigator);
  const react = createReactions({
    errors: () => services.boot().errors,
    words: (code, params) => texts.t([`errors.${code}`, 'common.somethingWrong'], params),
    somethingWrong: () => texts.t('common.somethingWrong'),
    setSession: (name, value) => state.set(name, value),
    say: (text, again) => feedback.say(text, again && { label: texts.t('common.retry'), do: again }),
    tell: (text) => void feedback.tell(text),
    go: (path) => navigator.go(path),
    refill: (form) => void refill(form),
    showError: (error) => navigator.showError(error),
    forget: () => forgetSession(),
    reposition: () => void reposition(),
    report: services.report,
  });

  const kept = lazyKept(services);
  const outbox = lazyOutbox(services, (...upload) => engine.upload(...upload), done);
  const look = createLook(state, boot.settings);

  const host: ScreenHost = {
    blocks: product.blocks,
    createForm,
    languages: boot.settings.languages.offered,
    setLanguage: (code) => void chooseLanguage(services, navigator, code).catch(react),
    clickGuardMs: boot.settings.clickGuardMs,
    namespaces: services.namespaces,
    setSession: (name, value) => state.set(name, value),
    back: (fallback) => navigator.back(fallback),
    event: createEvents({ services, navigator, look, closeFlows: flows.closeAll, forgetRequests: () => outbox.forget() }),
    open: (address) => saveFile(client.url, address),
    leave: leaveTo,
    queue: outbox,
    deviceAnswer: kept.answer,
    say: (text) => feedback.say(text),
    confirm: (question, label) => feedback.ask(question, label),
    react,
    dataFailed: (error) => void endedSession(error),
    report: services.report,
    done,
    onDone: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    online: () => network.online,
    onOnline: (listener) => network.onOnline(listener),
    flow: flows.get,
    consent: {
      analytics: () => (state.values['consent'] as { analytics?: boolean } | undefined)?.analytics,
      setAnalytics: (allowed) => state.set('consent.analytics', allowed),
    },
    look,
  };

  async function onSaved(flow: OpenFlow, by: 'person' | 'network'): Promise<void> {
    done('flows.saveStep');
    const { position, pending } = flow.session;
    if (position.complete && pending.length === 0) {
      await finishFlow(flow, host, engine);
      // What the end of the flow set off may have sent something back already.
      flow.refreshedAt = 0;
      // The steps are done with: nothing of them stays in the page.
      navigator.dropKept();
      return;
    }
    if (by === 'person' && position.step) navigator.go(position.step.route);
  }

  /** Back to the step, where what is wrong stands at its fields. */
  function onRefused(flow: OpenFlow, id: string, error: unknown): void {
    const step = flow.session.flow.steps.find((each) => each.id === id);
    if (step) navigator.go(step.route);
    react(error);
  }

  /** Whoever logs in again comes back to where the session ended. Several calls may find out; the first knows where that was. */
  function forgetSession(): void {
    if (!state.isLoggedIn) return;
    const address = navigator.wantedAddress;
    state.forget();
    if (address !== undefined) returning.remember(address);
  }

  /** A session that ended is no trouble of the screen that found out: whoever it was logs in again. */
  function endedSession(error: unknown): boolean {
    const ended = isRefusal(error) && error.code === 'unauthenticated';
    if (ended) react(error);
    return ended;
  }

  /** The page may have just come, and its words be on their way. */
  async function reactInWords(reason: unknown): Promise<void> {
    await loader.commonWords().catch(() => undefined);
    react(reason);
  }

  async function refill(form: string): Promise<void> {
    const asking = flows.all().filter(({ session }) => session.flow.steps.some((step) => step.form === form));
    await Promise.all(asking.map((flow) => flows.refresh(flow)));
    // Several flows may ask a form; the one that it was sent back in is meant.
    const flow = asking.find(({ session }) => session.snapshot.corrections.some((request) => request.form === form)) ?? asking[0];
    const step = flow?.session.flow.steps.find((each) => each.form === form);
    if (step) navigator.go(step.route);
  }

  async function reposition(): Promise<void> {
    await Promise.all(flows.all().map((flow) => flows.refresh(flow))).catch(() => undefined);
    await navigator.again();
  }

  network.onOnline(() => {
    outbox.open();
    flows.flush().catch(react);
    if (navigator.view.status === 'failed') void navigator.again();
  });
  followSession({
    state,
    client,
    language: () => texts.language,
    onChange: () => {
      kept.forget();
      loader.forgetTickets();
      if (state.isLoggedIn) navigator.dropKept();
      else navigator.endVisit();
      void flows.closeAll();
      outbox.forget();
      outbox.open();
    },
    react: reactInWords,
    onOnline: (listener) => network.onOnline(listener),
    onDone: host.onDone,
  });
  outbox.open();
  product.begin(services, done);
  return { product, services, navigator, engine, host, flow: flows.get };
}

function createEngineContext({ client, texts, parts, today, waitingFiles, network }: Services, navigator: Navigator): EngineContext {
  return {
    texts,
    widgets,
    call: (operation, input) => client.callByName(operation, input),
    upload: async (file, purpose, onProgress, signal) => {
      try {
        const { uploadFile } = await uploads();
        return await uploadFile(client, file, purpose, onProgress, signal);
      } catch (error) {
        if (isUnreached(error)) network.reached(false);
        throw error;
      }
    },
    waitingFiles,
    fileAddress: async (fileId) => client.url((await client.call('files.address', { fileId })).url),
    reveal: (flow, form, field) => client.call('flows.reveal', { flow, form, field }),
    fetchJson: (url) => parts.json(url),
    navigate: (path) => navigator.go(path),
    today,
  };
}

/** Comes with the first photo, for which there may be no network. */
const uploads = () =>
  import('../api/upload.ts').catch(() => {
    throw new ApiProblem(networkAbnormal);
  });

/** The flow store and what it needs come when a screen of a flow is first shown: most first screens are none. */
function lazyFlows(services: Services, listeners: Pick<FlowStoreOptions, 'onSaved' | 'onRefused' | 'onRelease'>) {
  let loading: Promise<FlowStore> | undefined;
  let store: FlowStore | undefined;
  const create = async () => {
    const { FlowStore } = await import('./flows/flowStore.ts');
    const { client, parts, drafts, state, today, report } = services;
    store = new FlowStore({
      client,
      parts,
      drafts,
      report,
      ...listeners,
      surroundings: () => ({ ...services.namespaces(), today: today() }),
      customerId: () => state.customerId,
    });
    return store;
  };
  return {
    load: () => {
      loading ??= patiently(create);
      loading.catch(() => (loading = undefined));
      return loading;
    },
    get: (id: string) => store?.get(id),
    all: () => store?.all() ?? [],
    refresh: (flow: OpenFlow) => store?.refresh(flow) ?? Promise.resolve(),
    flush: () => store?.flush() ?? Promise.resolve(),
    closeAll: () => store?.closeAll() ?? Promise.resolve(),
  };
}
