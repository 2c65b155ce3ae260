import type { ComponentType, LazyExoticComponent } from 'react';
import type { FormAnswers } from '../../config/definitions.ts';
import type { BlockValue, Screen, ScreenData } from '../../config/screen.ts';
import type { Expressions } from '../../flow/load.ts';
import type { FormModule } from '../../form/types.ts';
import type { FlowSession } from '../../session/flowSession.ts';
import type { FormSession, FormSessionOptions } from '../../session/formSession.ts';

/** A form of a release as it was loaded: its JSON and its module. */
export interface LoadedForm {
  definition: FormSessionOptions['definition'];
  module: FormModule;
}

/** A screen of a release with all that it needs. */
export interface LoadedScreen {
  definition: Screen;
  /** Compiled expressions by their source. */
  expressions: Expressions;
  forms: Readonly<Record<string, LoadedForm>>;
}

/** Where the person is; `route` of expressions. */
export interface Place {
  path: string;
  /** Id of the screen. */
  name: string;
  noCheck: boolean;
  /** Path before this one; empty on arrival. */
  previous: string;
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
}

/** What an operation rejects with: a key of the error catalogue, and what was wrong where. */
export interface Refusal extends Error {
  code: string;
  problems?: readonly { code: string; path: string; params?: Record<string, unknown> }[];
  params?: Record<string, unknown>;
}

export const isRefusal = (error: unknown): error is Refusal => error instanceof Error && 'code' in error && typeof error.code === 'string';

/** One flow of one person, as screens use it. */
export interface FlowHandle {
  readonly session: FlowSession;
  /** Definitions of the forms that are loaded, by id. */
  readonly forms: Readonly<Record<string, LoadedForm>>;
  /**
   * Confirms a step on this device, sends it, and goes on to where the position then is. Rejects with a `Refusal` when the server
   * refuses; without a network the step waits and is sent later.
   */
  save: (step: string, answers: FormAnswers, kept: readonly string[]) => Promise<void>;
}

export type BlockComponent = ComponentType<{ block: BlockValue }>;
export type BlockRegistry = Readonly<Record<string, BlockComponent | LazyExoticComponent<BlockComponent>>>;

/** What went wrong, and where it can be shown. */
export interface RefusalPlace {
  /** The form that was being sent. */
  form?: FormSession | undefined;
  /** Does the same once more. */
  retry?: (() => void) | undefined;
}

export const appearances = ['system', 'light', 'dark'] as const;
export type Appearance = (typeof appearances)[number];

/** How everything looks, as the person chose. Observable. */
export interface Look {
  /** Palettes in the order of their theme numbers, from 1 on. */
  readonly palettes: readonly string[];
  theme(): number;
  setTheme(number: number): void;
  appearance(): Appearance;
  setAppearance(appearance: Appearance): void;
}

/** Something that was sent while there was no connection, or is on its way. */
export interface QueuedRequest {
  /** Also the Idempotency-Key of every attempt. */
  id: string;
  operation: string;
  /** Instant, ISO 8601. */
  at: string;
  state: 'waiting' | 'sent' | 'refused';
  /** What the server answered. */
  result?: unknown;
  /** Why it was refused: a key of the error catalogue. */
  code?: string;
  /** Names of the files that waited on this device and go with it. */
  files?: readonly string[];
  /** How many of them were refused; the rest was sent without them. */
  filesRefused?: number;
}

/** Requests that are written down before they are sent, so that none is lost. */
export interface RequestQueue {
  /**
   * Takes along the files that the input stands for (`deviceFile`). Resolves with the answer, or `waiting` without a connection;
   * rejects with a `Refusal`, and forgets the request.
   */
  send(operation: string, input: Record<string, unknown>): Promise<{ result: unknown } | 'waiting'>;
  /** Those of an operation, newest first. Observable. */
  requests(operation: string): readonly QueuedRequest[];
  /** Forgets one that was sent or refused. */
  dismiss(id: string): void;
}

/** The place on the device of one answer of the API: of an operation, an input and the person who is logged in when it is asked for. */
export interface DeviceAnswer {
  /** The answer before, and its instant (ISO 8601); undefined when there is none that may be shown. */
  read: () => Promise<{ value: unknown; at: string } | undefined>;
  keep: (value: unknown) => void;
}

/** What the app lends to screens. Nothing in it changes while the app runs; its methods may read observables. */
export interface ScreenHost {
  blocks: BlockRegistry;
  /** Makes the live state of a form; its code may come with the first form, so that other screens do without. */
  createForm: (options: FormSessionOptions) => FormSession;
  languages: readonly { code: string; name: string }[];
  setLanguage: (code: string) => void;
  clickGuardMs: number;
  /** `session`, `device`, `constants`, `features`: what expressions read beside the screen's own. */
  namespaces: () => Readonly<Record<string, unknown>>;
  /** Sets a session value by its dotted name. */
  setSession: (name: string, value: unknown) => void;
  back: (fallback?: string) => void;
  /** Does a client event by its registered name. */
  event: (name: string) => void | Promise<void>;
  /** Opens an address of our own server beside the app, e.g. saves a file. */
  open: (address: string) => void;
  /** Goes to an address outside of the app. */
  leave: (address: string) => void;
  queue: RequestQueue;
  /** The place on the device of an answer that is asked for now, if the data says `keep`. */
  deviceAnswer: (data: ScreenData, input: Readonly<Record<string, unknown>>) => DeviceAnswer | undefined;
  /** Shows a short message. */
  say: (text: string) => void;
  /** Asks a yes-or-no question; `label` says yes in words of its own. */
  confirm: (question: string, label?: string) => Promise<boolean>;
  /** Reacts to a refusal as the error catalogue says. Anything else is a bug, and is reported. */
  react: (error: unknown, place?: RefusalPlace) => void;
  /** Data of a screen did not come; the screen shows it. For the host to act on what concerns more than the screen. */
  dataFailed: (error: unknown) => void;
  report: (error: unknown, where: string) => void;
  /** Tells every screen that an operation was done; what it invalidates is fetched again. */
  done: (operation: string) => void;
  onDone: (listener: (operation: string) => void) => () => void;
  /** Whether the server can be reached, as far as is known. Observable. */
  online: () => boolean;
  /** Calls back when the network returns. */
  onOnline: (listener: () => void) => () => void;
  /** The flow of a screen, once it is loaded. */
  flow: (id: string) => FlowHandle | undefined;
  consent: { analytics(): boolean | undefined; setAnalytics(allowed: boolean): void };
  look: Look;
}
