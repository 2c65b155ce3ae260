import { blockComponents, loadBlocks as loadEngineBlocks } from '../../../engine/react/blocks/components.ts';
import { workplaceComponents } from '../../../engine/react/blocks/workplace/components.ts';
import { laterBlocks } from '../../../engine/react/screen/laterBlocks.tsx';
import type { BlockRegistry } from '../../../engine/react/screen/types.ts';

const later = laterBlocks({
  decisionTrace: () => import('./decisionTrace/DecisionTrace.tsx'),
  passkey: () => import('./passkey/Passkey.tsx'),
  photos: () => import('./photos/Photos.tsx'),
});

export const blocks: BlockRegistry = { ...blockComponents, ...workplaceComponents.components, ...later.components };

/** Loads the code of blocks before they are shown. */
export const loadBlocks = (names: readonly string[]): Promise<unknown> =>
  Promise.all([loadEngineBlocks(names), workplaceComponents.load(names), later.load(names)]);
