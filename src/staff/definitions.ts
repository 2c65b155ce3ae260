import type { Registry } from '../../engine/config/definitions.ts';
import { workplaceBlocks } from '../../engine/react/blocks/workplace/definitions.ts';
import { byName, genericDefinitions } from '../app/definitions.ts';
import { atOnceBlock } from './atOnce/definition.ts';
import { passkeyBlock } from './passkey/definition.ts';
import { passwordWidget } from './password/definition.ts';
import { qrCodeBlock } from './qrCode/definition.ts';

/** Everything that the browser code of every staff application registers by name, described without React. */
export const staffDefinitions: Pick<Registry, 'widgets' | 'blocks' | 'clientEvents' | 'icons' | 'palettes'> = {
  ...genericDefinitions,
  blocks: byName([...Object.values(genericDefinitions.blocks), ...workplaceBlocks, atOnceBlock, passkeyBlock, qrCodeBlock]),
  widgets: byName([...Object.values(genericDefinitions.widgets), passwordWidget]),
  palettes: { tide: { name: 'tide', description: 'Sea blue on cool paper.' } },
};
