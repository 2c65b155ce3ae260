import { blockComponents, loadBlocks } from '../../engine/react/blocks/components.ts';
import { icons } from '../../engine/react/parts/iconPaths.ts';
import type { AppProduct } from '../app/product.ts';
import { deskWidgets } from './widgets/components.ts';

/** The desk's user interface. */
export const deskProduct: AppProduct = {
  icons,
  requests: () => import('./requests.ts'),
  blocks: blockComponents,
  loadBlocks,
  widgets: deskWidgets,
  loadWidgets: async () => undefined,
  keptNames: [],
  personChangedBy: [],
  begin: () => undefined,
};
