import type { AppProduct } from '../app/product.ts';
import { blocks, loadBlocks } from './blocks/components.ts';
import { rewardHomescreen } from './homescreen/reward.ts';
import { icons } from './icons.ts';
import { loadProductWidgets, productWidgets } from './widgets/components.ts';

/** The cash loan's user interface. */
export const borrowerProduct: AppProduct = {
  icons,
  requests: () => import('./requests.ts'),
  blocks,
  loadBlocks,
  widgets: productWidgets,
  loadWidgets: loadProductWidgets,
  keptNames: ['homeData', 'orderData', 'subProData'],
  // The name is known once there is an application, and a later application may correct it.
  personChangedBy: ['application.submit'],
  begin: rewardHomescreen,
};
