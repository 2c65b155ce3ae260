import type { ReactNode } from 'react';
import type { FormAnswers } from '../../config/definitions.ts';
import type { BlockValue, Screen, ScreenData } from '../../config/screen.ts';
import type { Expressions } from '../../flow/load.ts';
import type { FormModule, WholeFormModule } from '../../form/types.ts';
import type { FlowSession } from '../../session/flowSession.ts';
import type { FormSession, FormSessionOptions } from '../../session/formSession.ts';

/** A loaded form of a release: its JSON and its module. */
export interface LoadedForm {
  definition: FormSessionOptions['definition'];
  module: FormModule;
  /** Loads its validator as a whole. Absent in old releases. */
  wholeForm?: () => Promise<WholeFormModule>;
}

/** A loaded screen of a release with its dependencies. */
export interface LoadedScreen {
  definition: Screen;
  /** Compiled expressions by source. */
  expressions: Expressions;
  forms: Readonly<Record<string, LoadedForm>>;
}

/** The current location, which expressions read as `route`. */
export interface Place {
  path: string;
  /** Id of the screen. */
  name: string;
  noCheck: boolean;
  /** The previous path. Empty on arrival. */
  previous: string;
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
}

/** The error of an operation: a key of the error catalogue, and the problems. */
export interface Refusal extends Error {
  code: string;
  /** HTTP status; 0 without a response. */
  status?: number;
  problems?: readonly { code: string; path: string; params?: Record<string, unknown> }[];
  params?: Record<string, unknown>;
}

export const isRefusal = (error: unknown): error is Refusal => error instanceof Error && 'code' in error && typeof error.code === 'string';

/** Whether the server could not be reached, so that the same request may succeed later. */
export const isUnreached = (error: unknown): boolean => !isRefusal(error) || error.code === 'networkAbnormal';

/** Whether the same request may succeed later without a change: the server was unreachable, or it failed. */
export const isTemporary = (error: unknown): boolean => isUnreached(error) || (isRefusal(error) && (error.status ?? 0) >= 500);

/** One flow of one person, for screens. */
export interface FlowHandle {
  readonly session: FlowSession;
  /** Definitions of the loaded forms, by id. */
  readonly forms: Readonly<Record<string, LoadedForm>>;
  /**
   * Confirms a step on this device, sends it and navigates to the new position. Rejects with a `Refusal` if the server refuses.
   * Without a connection, the step is queued.
   */
  save: (step: string, answers: FormAnswers, kept: readonly string[]) => Promise<void>;
  /** Skips an optional step, otherwise like `save`. */
  skip: (step: string) => Promise<void>;
  /** Fetches the server's snapshot. Rejects with a `Refusal`. */
  refresh: () => Promise<void>;
}

/** Declared as a method, so that a component can name its own options. The compiler has checked them against the block's schema. */
export type BlockComponent = { render(props: { block: BlockValue }): ReactNode }['render'];
export type BlockRegistry = Readonly<Record<string, BlockComponent>>;

/** An error and where to show it. */
export interface RefusalPlace {
  /** The form that was sent. */
  form?: FormSession | undefined;
  /** Repeats the action. */
  retry?: (() => void) | undefined;
}

export const appearances = ['system', 'light', 'dark'] as const;
export type Appearance = (typeof appearances)[number];

/** The appearance that the person chose. Observable. */
export interface Look {
  /** Palettes in the order of their theme numbers, starting at 1. */
  readonly palettes: readonly string[];
  theme(): number;
  setTheme(number: number): void;
  appearance(): Appearance;
  setAppearance(appearance: Appearance): void;
}

/** A queued request, sent without a connection or in transit. */
export interface QueuedRequest {
  /** Also the idempotency key of every attempt. */
  id: string;
  operation: string;
  /** Instant, ISO 8601. */
  at: string;
  state: 'waiting' | 'sent' | 'refused';
  /** The server's response. */
  result?: unknown;
  /** Why it was refused: a key of the error catalogue. */
  code?: string;
  /** Names of the waiting files that the request needs. */
  files?: readonly string[];
  /** How many of those were refused. The request was sent without them. */
  filesRefused?: number;
}

/** Stores requests before sending them, so that none is lost. */
export interface RequestQueue {
  /**
   * Sends a request with the files in its input (`deviceFile`). Resolves with the response, or with `waiting` without a connection.
   * Rejects with a `Refusal` and drops the request.
   */
  send(operation: string, input: Record<string, unknown>): Promise<{ result: unknown } | 'waiting'>;
  /** The requests of an operation, newest first. Observable. */
  requests(operation: string): readonly QueuedRequest[];
  /** Removes a sent or refused request. */
  dismiss(id: string): void;
}

/** The device's cache entry for one response, by operation, input and logged-in person. */
export interface DeviceAnswer {
  /** Returns the cached response and its instant (ISO 8601), or undefined if there is none to show. */
  read: () => Promise<{ value: unknown; at: string } | undefined>;
  keep: (value: unknown) => void;
}

/** The services that the app provides to screens. They never change while the app runs, but methods can read observables. */
export interface ScreenHost {
  blocks: BlockRegistry;
  /** Creates the live state of a form. Its code can load with the first form, so that other screens do not need it. */
  createForm: (options: FormSessionOptions) => FormSession;
  languages: readonly { code: string; name: string }[];
  setLanguage: (code: string) => void;
  clickGuardMs: number;
  /** The namespaces of expressions in addition to the screen's own: `session`, `device`, `constants`, `features`. */
  namespaces: () => Readonly<Record<string, unknown>>;
  /** Sets a session value by its dotted name. */
  setSession: (name: string, value: unknown) => void;
  back: (fallback?: string) => void;
  /** Runs a client event by its registered name. */
  event: (name: string) => void | Promise<void>;
  /** Opens a URL of our own server outside the app, for example to save a file. */
  open: (address: string) => void;
  /** Navigates to a URL outside the app. */
  leave: (address: string) => void;
  queue: RequestQueue;
  /** Returns the cache entry of a response if its data has `keep`. */
  deviceAnswer: (data: ScreenData, input: Readonly<Record<string, unknown>>) => DeviceAnswer | undefined;
  /** Shows a short message. */
  say: (text: string) => void;
  /** Asks a yes-or-no question. `label` replaces the text of yes. */
  confirm: (question: string, label?: string) => Promise<boolean>;
  /** Handles a refusal as the error catalogue defines. Any other error is a bug and is reported. */
  react: (error: unknown, place?: RefusalPlace) => void;
  /** Called when data of a screen fails to load. The screen shows the error; the host handles effects beyond it. */
  dataFailed: (error: unknown) => void;
  report: (error: unknown, where: string) => void;
  /** Tells every screen that an operation completed, so that invalidated data is refetched. */
  done: (operation: string) => void;
  onDone: (listener: (operation: string) => void) => () => void;
  /** Whether the server seems reachable. Observable. */
  online: () => boolean;
  /** Calls back when the connection returns. */
  onOnline: (listener: () => void) => () => void;
  /** Returns a loaded flow. */
  flow: (id: string) => FlowHandle | undefined;
  consent: { analytics(): boolean | undefined; setAnalytics(allowed: boolean): void };
  look: Look;
}
