import type { Registry } from '../../engine/config/definitions.ts';
import { byName } from '../app/definitions.ts';
import { staffDefinitions } from '../staff/definitions.ts';
import { causesBlock } from './blocks/causes/definition.ts';
import { conditionsBlock } from './blocks/conditions/definition.ts';
import { commentsBlock } from './blocks/comments/definition.ts';
import { decisionGridBlock } from './blocks/decisionGrid/definition.ts';
import { designerBlock } from './blocks/designer/definition.ts';
import { fileEditorBlock } from './blocks/fileEditor/definition.ts';
import { flowGraphBlock } from './blocks/flowGraph/definition.ts';
import { keepsFormBlock } from './blocks/keepsForm/definition.ts';
import { previewBlock } from './blocks/preview/definition.ts';
import { rebaseBlock } from './blocks/rebase/definition.ts';
import { termsBlock } from './blocks/terms/definition.ts';
import { tourBlock } from './blocks/tour/definition.ts';
import { reviewScreensBlock } from './blocks/reviewScreens/definition.ts';
import { wordGridBlock } from './blocks/wordGrid/definition.ts';

/** Everything that the studio's browser code registers by name, described without React. */
export const studioDefinitions: Pick<Registry, 'widgets' | 'blocks' | 'clientEvents' | 'icons' | 'palettes'> = {
  ...staffDefinitions,
  blocks: byName([
    commentsBlock,
    reviewScreensBlock,
    ...Object.values(staffDefinitions.blocks),
    causesBlock,
    conditionsBlock,
    decisionGridBlock,
    designerBlock,
    fileEditorBlock,
    flowGraphBlock,
    keepsFormBlock,
    previewBlock,
    rebaseBlock,
    termsBlock,
    tourBlock,
    wordGridBlock,
  ]),
};
