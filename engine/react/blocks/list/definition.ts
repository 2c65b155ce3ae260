import Type, { type Static } from 'typebox';
import { object } from '../../../config/object.ts';
import { Blocks, Cel, Text } from '../../../config/annotations.ts';
import type { BlockDefinition } from '../../../config/definitions.ts';
import { drawings } from '../../parts/drawings.ts';

const options = object({
  items: Cel('dyn', { title: 'Items', description: 'A list.' }),
  blocks: Blocks({ title: 'Blocks' }),
  pageSize: Type.Optional(
    Type.Integer({
      title: 'Page size',
      description: 'Items shown at once, with a button for more; all by default.',
      minimum: 1,
      maximum: 500,
    }),
  ),
  empty: Type.Optional(Text({ title: 'When empty', description: 'Shown when there is no item.' })),
  drawing: Type.Optional(
    Type.Enum([...drawings], {
      title: 'Drawing',
      description: 'The drawing above the text when the list is empty; by default an empty box.',
    }),
  ),
});
export type ListOptions = Static<typeof options>;

export const listBlock: BlockDefinition = {
  name: 'list',
  title: 'List',
  description: 'The same blocks for each entry of a list. They read the entry as item.',
  options,
  words: ['more'],
  wordsAreLocal: true,
};
