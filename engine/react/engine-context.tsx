import { createContext, use } from 'react';
import type { ComponentType, LazyExoticComponent } from 'react';
import type { FieldHandle, Frame } from './form/types.ts';
import type { Texts } from './text.tsx';
import type { WaitingFiles } from './waitingFiles.ts';

/** What asks for one answer: a MobX observer that is given a handle on its field and nothing else. */
export type WidgetComponent = ComponentType<{ field: FieldHandle }>;

export interface Widget {
  component: WidgetComponent | LazyExoticComponent<WidgetComponent>;
  frame: Frame;
  /** `file`: the answer is the id of a stored file, which a review shows as a picture. */
  answers?: 'file';
}

/** A stored file: its id is the answer, the address shows it. */
export interface StoredFile {
  fileId: string;
  /** Where it can be seen now; short-lived. */
  url?: string;
}

/** What the app lends to the engine's components. Nothing in it changes while the app runs. */
export interface EngineContext {
  texts: Texts;
  /** By the registered name. */
  widgets: Readonly<Record<string, Widget>>;
  /**
   * Calls an operation of the API by its id and gives its output.
   * Rejects with an Error that carries `code`, a key of the error catalogue (`errors.<code>`), and `params`.
   */
  call: (operation: string, input?: Record<string, unknown>) => Promise<unknown>;
  /** Sends a file; `onProgress` gets a fraction from 0 to 1. Rejects as `call` does. */
  upload(file: Blob, purpose: string, onProgress?: (fraction: number) => void, signal?: AbortSignal): Promise<StoredFile>;
  /** Without it a file that could not be sent lives as long as its page. */
  waitingFiles?: WaitingFiles;
  /** Address under which a stored file can be seen, e.g. when a draft is opened again. */
  fileAddress?: (fileId: string) => Promise<string>;
  /** A secret answer of a flow, for so many seconds. Rejects as `call` does. */
  reveal?: (flow: string, form: string, field: string) => Promise<{ value: unknown; seconds: number }>;
  /** A static JSON file of our own, e.g. `/places/index.json`; answers from memory when asked again. */
  fetchJson: (url: string) => Promise<unknown>;
  /** Goes to a route of the configuration. */
  navigate: (path: string) => void;
  /** Today's calendar day where the product lives, YYYY-MM-DD. */
  today: () => string;
}

const Context = createContext<EngineContext | undefined>(undefined);

/** `<EngineProvider value={engine}>` around everything the engine renders. */
export const EngineProvider = Context.Provider;

export function useEngine(): EngineContext {
  const engine = use(Context);
  if (!engine) throw new Error('useEngine() outside of <EngineProvider>: wrap the app in it.');
  return engine;
}
