import type { EngineContext } from '../../engine/react/engine-context.tsx';
import { ScreenModel } from '../../engine/react/screen/screenModel.ts';
import { isRefusal, type ScreenHost } from '../../engine/react/screen/types.ts';
import { ApiProblem, networkAbnormal } from '../api/problem.ts';
import type { Boot } from './boot.ts';
import type { Embed } from './embed/embed.ts';
import type { OpenFlow } from './flows/flowStore.ts';
import { lazyFlows } from './flows/lazyFlows.ts';
import { createHost } from './host.ts';
import { createReactions } from './reactions.ts';
import { applyStylesheet } from './screens/stylesheets.ts';
import { createReturning, type Returning } from './screens/returning.ts';
import { Navigator } from './screens/navigator.ts';
import { isNetworkFailure } from './screens/withRetries.ts';
import { lazyResponseCache } from './offline/lazyResponseCache.ts';
import { lazyOutbox } from './outbox/lazyOutbox.ts';
import type { AppProduct } from './product.ts';
import { createServices, type Services } from './services.ts';
import { followSession } from './session.ts';
import { widgets } from './formParts.ts';

/** The app without React. `App.tsx` renders it. */
export interface RunningApp {
  product: AppProduct;
  services: Services;
  navigator: Navigator;
  engine: EngineContext;
  host: ScreenHost;
  /** Prefix of all paths; empty if there is none. */
  base: string;
  /** The open flow of a step's screen. */
  flow: (id: string) => OpenFlow | undefined;
}

/** @param embed if another site shows the page */
export function createApp(boot: Boot, product: AppProduct, embed?: Embed): RunningApp {
  const services = createServices(boot, product, embed);
  const { client, texts, state, network, loader } = services;
  const flows = lazyFlows(services, () => ({ navigator, engine, host }));
  const returning = createReturning(state);
  const navigator = new Navigator({
    returning,
    loader,
    navigation: () => services.boot().navigation,
    navigationExpressions: services.navigationExpressions,
    flows: flows.load,
    isLoggedIn: () => state.isLoggedIn,
    operations: () => callable(),
    namespaces: services.namespaces,
    detour: embed?.detour({ loader, flows: flows.load, isLoggedIn: () => state.isLoggedIn }),
    setSession: (name, value, lifetime) => state.set(name, value, lifetime),
    createScreen: (loaded, place) => new ScreenModel(loaded, place, host, engine),
    applyStylesheet,
    failed: endedSession,
    report: services.report,
  });
  const engine = createEngineContext(services, navigator);
  const react = reactionsOf(services, {
    go: (path) => navigator.go(path),
    ask: (path, { retry }) => (product.ask ? product.ask({ services, engine, host, product }, path, retry) : navigator.go(path)),
    refill: (form) => void flows.refill(form),
    showError: (error) => navigator.showError(error),
    forget: forgetting(services, navigator, returning),
    reposition: () => void flows.reposition(),
  });
  const kept = lazyResponseCache(services, product.keptIn);
  const upload: EngineContext['upload'] = (...file) => engine.upload(...file);
  const outbox = lazyOutbox(services, upload, (operation) => host.done(operation));
  const host = createHost({ services, product, boot, navigator, flows, kept, outbox, react, endedSession });

  /** Redirects to the login if the session has ended, so that the screen need not show an error. Returns whether it has ended. */
  function endedSession(error: unknown): boolean {
    if (hasEnded(error)) react(error);
    return hasEnded(error);
  }

  network.onOnline(() => {
    outbox.open();
    flows.flush().catch(react);
    if (navigator.view.status === 'failed') void navigator.again();
  });
  const callable = followSession({
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
    personChangedBy: product.personChangedBy,
    react: withWords(services, react),
    onOnline: (listener) => network.onOnline(listener),
    onDone: host.onDone,
  });
  outbox.open();
  product.begin(services, host.done, engine);
  return { product, services, navigator, engine, host, base: services.base, flow: flows.get };
}

/**
 * Remembers where the session ended, for the next login. Several calls may fail at once, but only the first one knows the URL. A screen
 * that needs no login stays. From a URL whose screen is still unknown, the navigation rules redirect to the login.
 */
const forgetting =
  ({ state }: Services, navigator: Navigator, returning: Returning) =>
  (acted: unknown): boolean => {
    const { address, current } = navigator;
    const stays = !acted && current?.ticket.noCheck !== false;
    // Several calls of one screen can be refused. Only the first one ends the session.
    if (!state.isLoggedIn) return stays;
    state.forget();
    if (stays) void navigator.again('replace');
    else if (address !== undefined) returning.remember(address);
    return stays;
  };

const hasEnded = (error: unknown): boolean => isRefusal(error) && error.code === 'unauthenticated';

/** Loads the texts first, because the page may have just opened without them. */
const withWords =
  ({ loader }: Services, react: (reason: unknown) => void) =>
  async (reason: unknown): Promise<void> => {
    await loader.commonWords().catch(() => undefined);
    react(reason);
  };

type Moves = Pick<Parameters<typeof createReactions>[0], 'go' | 'ask' | 'refill' | 'showError' | 'forget' | 'reposition'>;

const reactionsOf = ({ boot, texts, state, feedback, report }: Services, moves: Moves) =>
  createReactions({
    ...moves,
    errors: () => boot().errors,
    person: () => state.token,
    words: (code, params) => texts.t([`errors.${code}`, 'common.somethingWrong'], params),
    somethingWrong: () => texts.t('common.somethingWrong'),
    setSession: (name, value) => state.set(name, value),
    toast: (text, again) => feedback.toast(text, again && { label: texts.t('common.retry'), do: again }),
    alert: (text) => void feedback.alert(text),
    report,
  });

function createEngineContext({ client, texts, parts, today, waitingFiles, network, base }: Services, navigator: Navigator): EngineContext {
  return {
    base,
    texts,
    widgets,
    call: (operation, input) => client.callByName(operation, input),
    upload: async (file, purpose, onProgress, signal) => {
      try {
        const { uploadFile } = await uploads();
        return await uploadFile(client, file, purpose, onProgress, signal);
      } catch (error) {
        if (isNetworkFailure(error)) network.reached(false);
        throw error;
      }
    },
    waitingFiles,
    fileDetails: async (fileId) => (await uploads()).fileDetails(client, fileId),
    reveal: (flow, form, field) => client.call('flows.reveal', { flow, form, field }),
    lookUp: async (list, text) => (await client.call('lookups.search', { list, text })).entries,
    fetchJson: (url) => parts.json(url),
    navigate: (path, options) => navigator.go(path, options),
    today,
  };
}

/** Loads lazily with the first photo, possibly while offline. */
const uploads = () =>
  import('../api/upload.ts').catch(() => {
    throw new ApiProblem(networkAbnormal);
  });
