import Type, { type Static } from 'typebox';
import { object } from '../../../config/object.ts';
import { Cel, perItem, Ref, Text } from '../../../config/annotations.ts';
import type { BlockDefinition } from '../../../config/definitions.ts';
import { shownAs } from '../shownAs.ts';

const column = {
  text: Text({ title: 'Heading' }),
  value: Cel('dyn', { title: 'Value', description: 'Reads the entry as item.' }),
  as: Type.Optional(shownAs),
  enum: Type.Optional(Ref('enum', { title: 'Enum', description: 'Enum whose labels are shown, for the format enum.' })),
};

const options = object({
  title: Text({ title: 'Title' }),
  kind: Type.Enum(['bars', 'stacked', 'line'], {
    title: 'Kind',
    description: 'bars: one under the other. stacked: end to end, for parts of a whole. line: a trend over time.',
  }),
  items: Cel('dyn', { title: 'Entries', description: 'A list, in the order in which it is drawn.' }),
  label: object(column, { title: 'Label', description: 'The label of each entry, e.g. its name or day.', ...perItem }),
  to: Type.Optional(
    Cel('string', {
      title: 'To',
      description: 'Makes the label of each entry a link to this path of the app. Not in a line.',
      ...perItem,
    }),
  ),
  series: Type.Array(
    object({
      ...column,
      tone: Type.Optional(
        Type.Enum(['main', 'good', 'warning', 'bad', 'quiet'], { title: 'Tone', description: 'Colour of the theme; main by default.' }),
      ),
    }),
    { title: 'Series', description: 'The numbers that are drawn.', minItems: 1, maxItems: 4, ...perItem },
  ),
  more: Type.Optional(
    Type.Array(object(column), { title: 'More', description: 'Columns of the table that are not drawn.', maxItems: 8, ...perItem }),
  ),
  note: Type.Optional(Text({ title: 'Note', description: 'A sentence below, e.g. when it was counted.' })),
  empty: Text({ title: 'When empty', description: 'Shown if there are no entries.' }),
});
export type ChartOptions = Static<typeof options>;

export const chartBlock: BlockDefinition = {
  name: 'chart',
  title: 'Chart',
  description: 'Numbers as bars, stacked bars or lines, with the same figures in a table.',
  options,
  words: ['table'],
  wordsAreLocal: true,
};
