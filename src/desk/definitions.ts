import type { Registry } from '../../engine/config/definitions.ts';
import { workplaceBlocks } from '../../engine/react/blocks/workplace/definitions.ts';
import { byName, genericDefinitions } from '../app/definitions.ts';
import { decisionTraceBlock } from './blocks/decisionTrace/definition.ts';
import { passkeyBlock } from './blocks/passkey/definition.ts';
import { photosBlock } from './blocks/photos/definition.ts';
import { passwordWidget } from './widgets/password/definition.ts';

/** Everything that the desk's browser code registers by name, described without React. */
export const deskDefinitions: Pick<Registry, 'widgets' | 'blocks' | 'clientEvents' | 'icons' | 'palettes'> = {
  ...genericDefinitions,
  blocks: byName([...Object.values(genericDefinitions.blocks), ...workplaceBlocks, photosBlock, decisionTraceBlock, passkeyBlock]),
  widgets: byName([...Object.values(genericDefinitions.widgets), passwordWidget]),
  palettes: { tide: { name: 'tide', description: 'Sea blue on cool paper.' } },
};
