import { observable, runInAction } from 'mobx';
import type { Navigation } from '../../../engine/config/screen.ts';
import { guard, routeWith } from '../../../engine/flow/places.ts';
import type { Expressions } from '../../../engine/flow/load.ts';
import { isRefusal, type LoadedScreen, type Place } from '../../../engine/react/screen/types.ts';
import type { ScreenModel } from '../../../engine/react/screen/screenModel.ts';
import type { ScreenTicket } from '../../api/contract.ts';
import type { FlowStore } from '../flows/flowStore.ts';
import type { Lifetime } from '../state/clientState.ts';
import { type Entry, entryKey, hasSameFiles, keptEntries } from './entry.ts';
import { atTop, currentPosition, type ScreenPosition } from './screenPosition.ts';
import type { Returning } from './returning.ts';
import { captureQuery, homeOf, redirectOf } from './rules.ts';
import type { ScreenLoader } from './screenLoader.ts';

/** A URL change, reported by the router. */
export interface Arrival {
  path: string;
  search: string;
  /** `pop`: back or forward in the history. */
  kind: 'push' | 'replace' | 'pop';
}

export type Go = (to: string | number, options?: { replace?: boolean }) => void;

export interface NavigatorOptions {
  loader: ScreenLoader;
  navigation: () => Navigation;
  navigationExpressions: () => Promise<Expressions>;
  flows: () => Promise<FlowStore>;
  isLoggedIn: () => boolean;
  /** Namespaces of expressions in addition to `route` and `query`. */
  namespaces: () => Readonly<Record<string, unknown>>;
  setSession: (name: string, value: unknown, lifetime: Lifetime) => void;
  /** Returns the path to show instead of the requested one, in a page that shows only a part of the app. */
  detour: ((arrival: Arrival, ticket: ScreenTicket, current: Entry | undefined) => Promise<string>) | undefined;
  /** The operations that the person may call, once known. The target of `/` depends on them. */
  operations: () => Promise<readonly string[]>;
  /** The URL to return to after a login. */
  returning: Returning;
  createScreen: (loaded: LoadedScreen, place: Place) => ScreenModel;
  applyStylesheet: (name: string | undefined) => Promise<void>;
  /** Handles errors that concern more than the screen. True when nothing is left to show. */
  failed: (error: unknown) => boolean;
  report: (error: unknown, where: string) => void;
}

export type View = { status: 'loading' } | { status: 'ready'; entry: Entry; kind: Arrival['kind'] } | { status: 'failed'; error: unknown };

/** Change in history depth for each kind of navigation. */
const steps = { push: 1, replace: 0, pop: -1 } as const;

/** Longer chains are a loop in the navigation rules. */
const maxRedirects = 8;

/** Resolves a URL to a visible screen: ticket, redirect rules, flow guard, parts. */
export class Navigator {
  readonly #options: NavigatorOptions;
  readonly #view = observable.box<View>({ status: 'loading' }, { deep: false });
  readonly #entries = observable.box<readonly Entry[]>([], { deep: false });
  readonly #pending = observable.box(true);
  /** Scroll position and focus of this visit's screens by key, for screens that are rebuilt. */
  readonly #positions = new Map<string, ScreenPosition>();
  #go: Go = (...target) => void (this.#target = target);
  /** Target until the router is connected: a call may be refused before the page has rendered. */
  #target: Parameters<Go> | undefined;
  #last: Arrival | undefined;
  #newest = 0;
  #redirects = 0;
  #previous = '';
  #depth = 0;
  /** Depth of the last history entry of a person who has logged out; -1 without one. */
  #past = -1;

  constructor(options: NavigatorOptions) {
    this.#options = options;
  }

  get view(): View {
    return this.#view.get();
  }

  /** Whether a screen is loading while the previous one is still shown. */
  get pending(): boolean {
    return this.#pending.get();
  }

  /** Screens in the page: those kept alive, then the visible one. */
  get entries(): readonly Entry[] {
    return this.#entries.get();
  }

  get current(): Entry | undefined {
    const { view } = this;
    return view.status === 'ready' ? view.entry : undefined;
  }

  /** Path of the last navigation, even if it failed. */
  get path(): string | undefined {
    return this.#last?.path;
  }

  /** Like `path`, with the query. */
  get address(): string | undefined {
    return this.#last && `${this.#last.path}${this.#last.search}`;
  }

  /** Connects the router's navigate function. */
  connect(go: Go): void {
    this.#go = go;
    if (this.#target) go(...this.#target);
    this.#target = undefined;
  }

  go(path: string, options?: { replace?: boolean }): void {
    this.#go(path, options);
  }

  /** Goes back in the history of this visit, or to the fallback when it is empty. */
  back(fallback = '/'): void {
    if (this.#depth > 0) this.#go(-1);
    else this.#go(fallback, { replace: true });
  }

  /** Goes to an earlier route: back in the history if it is the previous one. */
  backTo(route: string): void {
    if (this.#depth > 0 && this.#previous === route) this.#go(-1);
    else this.#go(route);
  }

  /**
   * Resolves the same URL again, after a failure or a new release. With `replace`, resolves it as on a first visit, after the end of a
   * session.
   */
  async again(kind: 'pop' | 'replace' = 'pop'): Promise<void> {
    if (this.#last) await this.arrive({ ...this.#last, kind }, kind === 'pop');
  }

  /** Drops the screens kept alive, so that the next person cannot see them. */
  dropKept(): void {
    const { current } = this;
    this.#positions.clear();
    runInAction(() => this.#entries.set(current ? [current] : []));
  }

  /** After a logout, Back must show no earlier screen. */
  endVisit(): void {
    this.dropKept();
    this.#past = this.#depth;
  }

  /** Replaces the screen by an error. */
  showError(error: unknown): void {
    runInAction(() => {
      this.#view.set({ status: 'failed', error });
      this.#pending.set(false);
    });
  }

  async arrive(arrival: Arrival, again = false): Promise<void> {
    const number = ++this.#newest;
    const isSuperseded = () => number !== this.#newest;
    if (!again && this.#last) this.#depth = Math.max(0, this.#depth + steps[arrival.kind]);
    this.#last = arrival;
    this.#storePosition();
    runInAction(() => this.#pending.set(true));
    try {
      const shown = await this.#resolve(arrival, again, isSuperseded);
      if (shown && !isSuperseded()) this.#show(shown, arrival);
    } catch (error) {
      if (isSuperseded() || this.#options.failed(error)) return;
      if (!isRefusal(error)) this.#options.report(error, `navigation to ${arrival.path}`);
      // The page may have just loaded, and the error's text is in no part of a screen.
      await this.#options.loader.commonWords().catch(() => undefined);
      if (!isSuperseded()) this.showError(error);
    }
  }

  async #resolve(arrival: Arrival, again: boolean, isSuperseded: () => boolean): Promise<Entry | undefined> {
    const { path, search, kind } = arrival;
    const { loader, navigation, navigationExpressions, namespaces, setSession, report } = this.#options;
    if (kind === 'pop' && !again && this.#depth <= this.#past && !this.#options.isLoggedIn()) return this.#redirect('/');
    const query = Object.fromEntries(new URLSearchParams(search));
    captureQuery(navigation().capture, query, setSession);
    const wanted = this.#options.isLoggedIn() ? this.#options.returning.take() : undefined;
    if (wanted !== undefined && wanted !== `${path}${search}`) return this.#redirect(wanted);
    const [ticket, expressions] = await Promise.all([loader.ticket(path), navigationExpressions()]);
    if (isSuperseded()) return undefined;
    const shown = (await this.#options.detour?.(arrival, ticket, this.current)) ?? path;
    if (isSuperseded()) return undefined;
    if (shown !== path) return this.#redirect(shown);
    const place = this.#placeOf(path, query, ticket);
    const rule = redirectOf(navigation().rules, expressions, { ...namespaces(), route: place, query }, report);
    if (rule !== undefined && rule.go !== path) {
      if (rule.remember && !again) this.#options.returning.remember(`${path}${search}`);
      return this.#redirect(rule.go);
    }
    const { homes } = navigation();
    if (homes && path === '/') return this.#redirect(homeOf(homes, await this.#options.operations()));
    const [loaded, elsewhere] = await Promise.all([
      loader.load(ticket),
      this.#guardOf(ticket),
      this.#options.applyStylesheet(ticket.stylesheet),
    ]);
    if (isSuperseded()) return undefined;
    if (elsewhere !== undefined) return this.#redirect(elsewhere);
    return this.#entryOf(path, ticket, loaded, place);
  }

  #placeOf(path: string, query: Record<string, string>, { screen, noCheck, params }: ScreenTicket): Place {
    return { path, name: screen, noCheck, previous: this.#previous, params, query };
  }

  #redirect(to: string): undefined {
    this.#redirects += 1;
    if (this.#redirects > maxRedirects) throw new Error(`Navigation rules in a circle (${to}).`);
    this.#go(to, { replace: true });
  }

  /** Opens the flow of a step's screen. Returns the route of the current step when this one is not reachable yet. */
  async #guardOf(ticket: ScreenTicket): Promise<string | undefined> {
    // A guest's screen needs no login, but the session of the guest.
    if (!ticket.flow || !(ticket.noCheck || this.#options.isLoggedIn())) return undefined;
    const [flows, forms] = await Promise.all([this.#options.flows(), this.#options.loader.forms(ticket)]);
    const flow = await flows.open(ticket, forms);
    return flow && guard(flow.session.flow, flow.session.position, routeWith(ticket.route, ticket.params));
  }

  #entryOf(path: string, ticket: ScreenTicket, loaded: LoadedScreen, place: Place): Entry {
    const key = entryKey(ticket);
    const position = this.#positions.get(key) ?? atTop;
    const known = this.entries.find((entry) => entry.key === key);
    if (known && hasSameFiles(known.ticket, ticket) && (ticket.keepAlive || known === this.current)) {
      known.screen.place = place;
      return Object.assign(known, { path, ticket, position });
    }
    const screen = this.#options.createScreen(loaded, place);
    if (known && known === this.current) screen.inherit(known.screen);
    return { key, path, ticket, screen, position };
  }

  #show(entry: Entry, { kind }: Arrival): void {
    this.#redirects = 0;
    this.#previous = entry.path;
    runInAction(() => {
      this.#entries.set(keptEntries(this.entries, entry));
      this.#view.set({ status: 'ready', entry, kind });
      this.#pending.set(false);
    });
    this.#options.loader.prefetch(entry.ticket);
  }

  #storePosition(): void {
    const { current } = this;
    if (current && typeof window !== 'undefined') this.#positions.set(current.key, currentPosition());
  }
}
