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

export type FileKind = 'photo' | 'file';

export interface Widget {
  component: WidgetComponent;
  frame: Frame;
  /** The answer is the id of a stored file. A review shows it as a picture, or by its name. */
  answers?: FileKind;
}

/** The kind of file whose id is the answer of a widget. The id itself means nothing to a person. */
export const fileKindOf = (widgets: Readonly<Record<string, Widget>>, name = ''): FileKind | undefined => widgets[name]?.answers;

/** A stored file. Its id is the answer. */
export interface StoredFile {
  fileId: string;
  /** A temporary URL of the file. */
  url?: string;
}

export interface FileDetails {
  /** A temporary URL. */
  url: string;
  contentType: string;
  /** Its name on the device it came from. */
  name?: string;
}

/** The services that the app provides for the engine's components. They never change while the app runs. */
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
  /** Returns the URL and the name of a stored file, for example for a reopened draft. */
  fileDetails?: (fileId: string) => Promise<FileDetails>;
  /** Returns a secret answer of a flow and the seconds to show it. Rejects as `call` does. */
  reveal?: (flow: string, form: string, field: string) => Promise<{ value: unknown; seconds: number }>;
  /** Searches a list on the server (`x-lookup`). Rejects as `call` does. */
  lookUp?: (list: string, text: string) => Promise<readonly LookupEntry[]>;
  /**
   * Subscribes to topics of the server. `changed` is called once the server reports their state, and after each change. `told` is true
   * while the server reports it. Call the returned function to stop. Absent if the application has no such stream.
   */
  follow?: (topics: readonly string[], hear: { changed: () => void; told: (is: boolean) => void }) => () => void;
  /**
   * Calls an operation that returns a file, and saves the file. Resolves with whether the file is complete or only its first part. Rejects
   * as `call` does. Absent if the application saves no files.
   */
  saveFile?: (operation: string, input: Record<string, unknown>) => Promise<{ isWhole: boolean }>;
  /** Fetches a static JSON file of the app, such as `/places/index.json`. Caches the result. */
  fetchJson: (url: string) => Promise<unknown>;
  /** Base path of the application's pages, which links start with. Default: empty. */
  base?: string;
  /** Navigates to a route of the configuration. */
  navigate: (path: string, options?: { replace?: boolean }) => void;
  /** The current date in the product's time zone, YYYY-MM-DD. */
  today: () => string;
}

const Context = createContext<EngineContext | undefined>(undefined);

/** Wraps everything that the engine renders: `<EngineProvider value={engine}>`. */
export const EngineProvider = Context.Provider;

export function useEngine(): EngineContext {
  const engine = use(Context);
  if (!engine) throw new Error('No EngineProvider.');
  return engine;
}
