import Type, { type Static } from 'typebox';
import { object } from '../../../config/object.ts';
import { Action, Cel, CelPath, FileOf, perItem, Ref, Text } from '../../../config/annotations.ts';
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
      say: Type.Optional(
        Text({ title: 'Say', description: 'A sentence instead of the value, if there is one. It may read the row as item.' }),
      ),
      sort: Type.Optional(
        Type.String({
          title: 'Sort',
          description: 'The heading orders by this column: the address then has sort=<name>, or -<name> for the other direction.',
          pattern: '^[a-z][A-Za-z0-9]*$',
        }),
      ),
    }),
    { title: 'Columns', description: 'The first column is the heading of the row.', minItems: 1, ...perItem },
  ),
  to: Type.Optional(
    CelPath({
      title: 'To',
      description: "Makes the heading of each row a link to this path of the app, e.g. '/items/' + item.id.",
      ...perItem,
    }),
  ),
  sorted: Type.Optional(Cel('string', { title: 'Sorted', description: 'The order of the rows, <name> or -<name>.' })),
  pages: Type.Optional(
    object(
      {
        next: Cel('dyn', { title: 'Next', description: 'Cursor of the next page; absent on the last.' }),
        previous: Cel('dyn', { title: 'Previous', description: 'Cursor of the previous page; absent on the first.' }),
        forward: Text({ title: 'Forward', description: 'Text of the button to the next page.' }),
        back: Text({ title: 'Back' }),
      },
      { title: 'Pages', description: 'Pages by cursor, which the address keeps as page=<cursor>.' },
    ),
  ),
  keys: Type.Optional(Type.Boolean({ title: 'Keys', description: 'j and k or the arrow keys go from row to row, Enter opens one.' })),
  select: Type.Optional(
    object(
      {
        key: Cel('string', { title: 'Key', description: 'What is selected of a row, e.g. item.id.' }),
        text: Text({ title: 'Text', description: "Label of a row's checkbox. It may read the row as item." }),
        actions: Type.Array(
          object({
            text: Text({ title: 'Text' }),
            when: Type.Optional(
              Cel('bool', { title: 'When', description: 'Offered only while this is true. There is no row yet to read.' }),
            ),
            options: Type.Optional(
              Cel('dyn', {
                title: 'Options',
                description: 'A list of codes, or of entries with id and label, of which one must be chosen first.',
              }),
            ),
            enum: Type.Optional(
              Ref('enum', { title: 'Enum', description: 'Holds the labels of the codes; without it the codes are shown.' }),
            ),
            do: Action(
              { title: 'Do', description: 'May read selected, a list of keys, and choice, the chosen code.' },
              { selected: Type.Array(Type.String()), choice: Type.String() },
            ),
          }),
          { title: 'Actions', minItems: 1 },
        ),
      },
      { title: 'Select', description: 'Rows can be selected for an action on all of them.', ...perItem },
    ),
  ),
  export: Type.Optional(
    object(
      {
        text: Text({ title: 'Text', description: 'Of the button.' }),
        when: Type.Optional(Cel('bool', { title: 'When', description: 'Offered only while this is true.' })),
        file: FileOf({
          title: 'File',
          description: 'The operation that returns the rows as a file; its input is the filter of the table.',
        }),
        part: Text({ title: 'Part', description: 'Announced when the file contains only the first rows, because there are too many.' }),
      },
      { title: 'Export', description: 'A button that saves all rows of the filter as a file, not only those of this page.' },
    ),
  ),
  empty: Type.Optional(Text({ title: 'When empty', description: 'Shown if there are no rows.' })),
  pageSize: Type.Optional(
    Type.Integer({ title: 'Page size', description: 'Rows shown at once; all by default.', minimum: 1, maximum: 500 }),
  ),
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
