import type { Registry } from '../../engine/config/definitions.ts';
import { byName } from '../app/definitions.ts';
import { staffDefinitions } from '../staff/definitions.ts';
import { decisionTraceBlock } from './blocks/decisionTrace/definition.ts';
import { photosBlock } from './blocks/photos/definition.ts';

/** Everything that the desk's browser code registers by name, described without React. */
export const deskDefinitions: Pick<Registry, 'widgets' | 'blocks' | 'clientEvents' | 'icons' | 'palettes'> = {
  ...staffDefinitions,
  blocks: byName([...Object.values(staffDefinitions.blocks), photosBlock, decisionTraceBlock]),
};
