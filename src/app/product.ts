import type { ComponentType } from 'react';
import type { EngineContext, Widget } from '../../engine/react/engine-context.tsx';
import type { BlockRegistry, ScreenHost } from '../../engine/react/screen/types.ts';
import type { DraftStore } from '../../engine/session/draftStore.ts';
import type { Requests } from '../api/request.ts';
import type { RunningApp } from './app.ts';
import type { Entry } from './screens/entry.ts';
import type { Services } from './services.ts';

/** The dependencies of a screen outside the stack. */
export interface Surroundings {
  services: Services;
  engine: EngineContext;
  host: ScreenHost;
  product: AppProduct;
}

/** Extensions of the generic app by a product. */
export interface AppProduct {
  icons: Readonly<Record<string, string>>;
  /** Loads the requests of the API's operations (src/api/request.ts). */
  requests: () => Promise<{ requests: Requests }>;
  blocks: BlockRegistry;
  /** Further headers for every request, except on pages that another site shows. */
  headers?: () => Record<string, string>;
  /** Loads the code of blocks before they are shown. */
  loadBlocks: (names: readonly string[]) => Promise<unknown>;
  widgets: Readonly<Record<string, Widget>>;
  /** Loads the code of widgets before they are shown. */
  loadWidgets: (names: readonly string[]) => Promise<unknown>;
  /** Session values with the times of cached responses (`keep.as` of data). Removed when a session ends. */
  keptNames: readonly string[];
  /** Where cached responses are stored. Default: encrypted on the device. */
  keptIn?: DraftStore;
  /** Operations after which the server may return other data about the person. */
  personChangedBy: readonly string[];
  /** Shows the screens of `ask` reactions in a dialog (src/app/feedback/askScreen.tsx). Without it, the app goes to them. */
  ask?: (app: Surroundings, path: string, again?: () => void) => void;
  /** Rendered above the content of every screen, and above the error if a screen cannot be shown (src/app/layouts/SectionLinks.tsx). */
  above?: ComponentType<{ app: RunningApp; ticket: Entry['ticket']; path?: string | undefined }>;
  /**
   * Called once the app is complete.
   *
   * @param done reports an operation that the product called itself, so that screens reload their data
   * @param engine receives further services of the product, such as `follow`
   */
  begin: (services: Services, done: (operation: string) => void, engine: EngineContext) => void;
}
