import { icons } from '../../engine/react/parts/iconPaths.ts';
import type { AppProduct } from '../app/product.ts';
import { blocks, loadBlocks } from './blocks/components.ts';
import { deskWidgets } from './widgets/components.ts';

/** The desk's user interface. */
export const deskProduct: AppProduct = {
  icons,
  requests: () => import('./requests.ts'),
  blocks,
  loadBlocks,
  widgets: deskWidgets,
  loadWidgets: async () => undefined,
  keptNames: [],
  personChangedBy: [],
  begin: () => undefined,
};
