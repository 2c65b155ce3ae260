import { createContext, use } from 'react';
import type { ReactNode } from 'react';
import type { LookupEntry } from '../config/lookup.ts';
import type { FieldHandle, Frame } from './form/types.ts';
import type { Texts } from './text.tsx';
import type { WaitingFiles } from './waitingFiles.ts';

/**
 * Renders the input of one answer: a MobX observer whose only prop is the field's handle. Declared as a method, so that a component can
 * name its own options. The compiler has checked them against the widget's schema.
 */
export type WidgetComponent = { render(props: { field: FieldHandle }): ReactNode }['render'];

export interface Widget {
  component: WidgetComponent;
  frame: Frame;
  /** `file`: the answer is the id of a stored file, which a review shows as a picture. */
  answers?: 'file';
}

/** Whether the answer of a widget is the id of a file, which means nothing to a person. */
export const answersFile = (widgets: Readonly<Record<string, Widget>>, name = ''): boolean =>
  Object.hasOwn(widgets, name) && widgets[name]?.answers === 'file';

/** A stored file. Its id is the answer. */
export interface StoredFile {
  fileId: string;
  /** A temporary address of the file. */
  url?: string;
}

/** The services that the app provides to the engine's components. They never change while the app runs. */
export interface EngineContext {
  texts: Texts;
  /** By registered name. */
  widgets: Readonly<Record<string, Widget>>;
  /**
   * Calls an operation of the API by its id and resolves with its output. Rejects with an Error that has `code`, a key of the error
   * catalogue (`errors.<code>`), and `params`.
   */
  call: (operation: string, input?: Record<string, unknown>) => Promise<unknown>;
  /** Uploads a file. `onProgress` gets a fraction from 0 to 1. Rejects as `call` does. */
  upload(file: Blob, purpose: string, onProgress?: (fraction: number) => void, signal?: AbortSignal): Promise<StoredFile>;
  /** Without this, an unsent file is lost when the page closes. */
  waitingFiles?: WaitingFiles;
  /** Returns the address of a stored file, for example for a reopened draft. */
  fileAddress?: (fileId: string) => Promise<string>;
  /** Returns a secret answer of a flow and the seconds to show it. Rejects as `call` does. */
  reveal?: (flow: string, form: string, field: string) => Promise<{ value: unknown; seconds: number }>;
  /** Searches a list on the server (`x-lookup`). Rejects as `call` does. */
  lookUp?: (list: string, text: string) => Promise<readonly LookupEntry[]>;
  /** Fetches a static JSON file of the app, such as `/places/index.json`. Caches the result. */
  fetchJson: (url: string) => Promise<unknown>;
  /** Navigates to a route of the configuration. */
  navigate: (path: string) => void;
  /** The current date in the product's time zone, YYYY-MM-DD. */
  today: () => string;
}

const Context = createContext<EngineContext | undefined>(undefined);

/** Wraps everything that the engine renders: `<EngineProvider value={engine}>`. */
export const EngineProvider = Context.Provider;

export function useEngine(): EngineContext {
  const engine = use(Context);
  if (!engine) throw new Error('useEngine() outside of <EngineProvider>: wrap the app in it.');
  return engine;
}
