import type { Widget } from '../../engine/react/engine-context.tsx';
import { blockComponents, loadBlocks as loadEngineBlocks } from '../../engine/react/blocks/components.ts';
import { workplaceComponents } from '../../engine/react/blocks/workplace/components.ts';
import { icons } from '../../engine/react/parts/iconPaths.ts';
import { laterBlocks } from '../../engine/react/screen/laterBlocks.tsx';
import { loadedOnce } from '../api/client.ts';
import { SectionLinks } from '../app/layouts/SectionLinks.tsx';
import { followBy } from '../app/live/follow.ts';
import type { AppProduct } from '../app/product.ts';
import { catchFocus } from './catchFocus.ts';
import { Password } from './password/Password.tsx';
import { followPresence } from './presence.ts';

const widgets: Readonly<Record<string, Widget>> = { password: { component: Password, frame: 'label' } };

type Loaders = Parameters<typeof laterBlocks>[0];

/**
 * The user interface of a staff application.
 *
 * @param loaders code of the application's own blocks, by name
 */
export function staffProduct(requests: AppProduct['requests'], loaders: Loaders): AppProduct {
  const own = laterBlocks({
    passkey: () => import('./passkey/Passkey.tsx'),
    atOnce: () => import('./atOnce/AtOnce.tsx'),
    qrCode: () => import('./qrCode/QrCode.tsx'),
    ...loaders,
  });
  return {
    icons,
    requests,
    headers: followPresence(),
    blocks: { ...blockComponents, ...workplaceComponents.components, ...own.components },
    loadBlocks: (names) => Promise.all([loadEngineBlocks(names), workplaceComponents.load(names), own.load(names)]),
    widgets,
    above: SectionLinks,
    loadWidgets: async () => undefined,
    ask: (...asked) => void import('../app/feedback/askScreen.tsx').then(({ askScreen }) => askScreen(...asked)),
    keptNames: [],
    personChangedBy: [],
    begin: (services, _, engine) => {
      catchFocus();
      const loaded = loadedOnce(requests);
      engine.follow = followBy('staff.changes', services, loaded);
      engine.saveFile = async (...asked) => (await import('../app/fetchFile.ts')).fetchFile(services.client, await loaded(), ...asked);
    },
  };
}
