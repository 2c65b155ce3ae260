import Type, { type Static } from 'typebox';
import { object } from '../../../config/object.ts';
import { Blocks, Cel, perItem, Text } from '../../../config/annotations.ts';
import type { BlockDefinition } from '../../../config/definitions.ts';
import { shownAs } from '../shownAs.ts';

const options = object({
  title: Type.Optional(Text({ title: 'Title' })),
  items: Cel('dyn', { title: 'Rows', description: 'A list.' }),
  row: object(
    {
      name: Cel('string', { title: 'Name' }),
      value: Cel('dyn', { title: 'Value', description: 'A row without a value is hidden. Each line of a text stands on its own.' }),
      as: Type.Optional(shownAs),
    },
    { title: 'Row', description: 'What a row shows, read from the entry as item.', ...perItem },
  ),
  blocks: Type.Optional(
    Blocks({ title: 'Blocks', description: 'Blocks beside each value, such as a button. They read the entry as item.' }),
  ),
});
export type FactsOptions = Static<typeof options>;

export const factsBlock: BlockDefinition = {
  name: 'facts',
  title: 'Facts from data',
  description: 'A name and a value for each item of a list, with blocks beside them.',
  options,
};
