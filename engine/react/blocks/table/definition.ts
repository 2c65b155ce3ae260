import Type, { type Static } from 'typebox';
import { object } from '../../../config/object.ts';
import { Cel, perItem, Ref, Text } from '../../../config/annotations.ts';
import type { BlockDefinition } from '../../../config/definitions.ts';
import { shownAs } from '../shownAs.ts';

const options = object({
  title: Type.Optional(Text({ title: 'Title' })),
  items: Cel('dyn', { title: 'Rows', description: 'A list.' }),
  columns: Type.Array(
    object({
      text: Text({ title: 'Heading' }),
      value: Cel('dyn', { title: 'Value', description: 'Reads the row as item. The cell is empty if the value is absent.' }),
      as: Type.Optional(shownAs),
      enum: Type.Optional(Ref('enum', { title: 'Enum', description: 'Enum whose labels are shown, for the format enum.' })),
    }),
    { title: 'Columns', description: 'The first column is the heading of the row.', minItems: 1, ...perItem },
  ),
  to: Type.Optional(
    Cel('string', {
      title: 'To',
      description: "Makes the heading of each row a link to this path of the app, e.g. '/items/' + item.id.",
      ...perItem,
    }),
  ),
  empty: Type.Optional(Text({ title: 'When empty', description: 'Shown if there are no rows.' })),
  pageSize: Type.Optional(Type.Integer({ title: 'Page size', description: 'Rows shown at once; all by default.', minimum: 1 })),
});
export type TableOptions = Static<typeof options>;

export const tableBlock: BlockDefinition = {
  name: 'table',
  title: 'Table',
  description: 'A row for each item of a list, or a card on a phone.',
  options,
  words: ['more'],
  wordsAreLocal: true,
};
