import { icons } from '../../engine/react/parts/iconPaths.ts';
import { loadedOnce } from '../api/client.ts';
import { followBy } from '../app/live/follow.ts';
import type { AppProduct } from '../app/product.ts';
import { blocks, loadBlocks } from './blocks/components.ts';
import { deskWidgets } from './widgets/components.ts';

const requests = () => import('./requests.ts');

/** The desk's user interface. */
export const deskProduct: AppProduct = {
  icons,
  requests,
  blocks,
  loadBlocks,
  widgets: deskWidgets,
  loadWidgets: async () => undefined,
  ask: (...asked) => void import('../app/feedback/askScreen.tsx').then(({ askScreen }) => askScreen(...asked)),
  keptNames: [],
  personChangedBy: [],
  begin: (services, _, engine) => {
    const loaded = loadedOnce(requests);
    engine.follow = followBy('staff.changes', services, loaded);
    engine.saveFile = async (...asked) => (await import('../app/fetchFile.ts')).fetchFile(services.client, await loaded(), ...asked);
  },
};
