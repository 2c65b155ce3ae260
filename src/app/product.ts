import type { Widget } from '../../engine/react/engine-context.tsx';
import type { BlockRegistry } from '../../engine/react/screen/types.ts';
import type { Services } from './services.ts';

/** What a product adds to the generic app. */
export interface AppProduct {
  icons: Readonly<Record<string, string>>;
  /** The engine's blocks and the product's. */
  blocks: BlockRegistry;
  /** Loads the code of blocks before they are shown. */
  loadBlocks: (names: readonly string[]) => Promise<unknown>;
  widgets: Readonly<Record<string, Widget>>;
  /** Loads the code of widgets before they are shown. */
  loadWidgets: (names: readonly string[]) => Promise<unknown>;
  /** Session values that hold when the server answered what a device keeps (`keep.as` of data); forgotten when a session ends. */
  keptNames: readonly string[];
  /** Operations after which the server may say something else of the person. */
  personChangedBy: readonly string[];
  /**
   * Called once, when the app stands.
   *
   * @param done reports an operation that the product called by itself, so that screens read its data anew
   */
  begin: (services: Services, done: (operation: string) => void) => void;
}
