import { type AppProduct, blockComponents, icons, loadBlocks } from 'hakbang/react';

/** The claims user interface: the blocks and widgets of every product. */
export const claimApp: AppProduct = {
  icons,
  requests: () => import('./requests.ts'),
  blocks: blockComponents,
  loadBlocks,
  widgets: {},
  loadWidgets: async () => undefined,
  keptNames: [],
  personChangedBy: [],
  begin: () => undefined,
};
