import type { BlockDefinition } from '../../../config/definitions.ts';
import { chipsBlock } from '../chips/definition.ts';
import { chartBlock } from '../chart/definition.ts';
import { choicesBlock } from '../choices/definition.ts';
import { dialogBlock } from '../dialog/definition.ts';
import { factsBlock } from '../facts/definition.ts';
import { filtersBlock } from '../filters/definition.ts';
import { liveBlock } from '../live/definition.ts';
import { outcomeBlock } from '../outcome/definition.ts';
import { shortcutsBlock } from '../shortcuts/definition.ts';
import { whileShownBlock } from '../whileShown/definition.ts';

/** Blocks for people who work with an application all day. An application registers them in addition to the blocks of every product. */
export const workplaceBlocks: readonly BlockDefinition[] = [
  chipsBlock,
  chartBlock,
  choicesBlock,
  dialogBlock,
  factsBlock,
  filtersBlock,
  liveBlock,
  outcomeBlock,
  shortcutsBlock,
  whileShownBlock,
];
