import { blockComponents, loadBlocks } from '../../engine/react/blocks/components.ts';
import { workplaceComponents } from '../../engine/react/blocks/workplace/components.ts';
import { icons } from '../../engine/react/parts/iconPaths.ts';
import type { AppProduct } from '../app/product.ts';
import { deskWidgets } from './widgets/components.ts';

/** The desk's user interface. */
export const deskProduct: AppProduct = {
  icons,
  requests: () => import('./requests.ts'),
  blocks: { ...blockComponents, ...workplaceComponents.components },
  loadBlocks: (names) => Promise.all([loadBlocks(names), workplaceComponents.load(names)]),
  widgets: deskWidgets,
  loadWidgets: async () => undefined,
  keptNames: [],
  personChangedBy: [],
  begin: () => undefined,
};
