import Type, { type Static } from 'typebox';
import { Action, Cel, Text } from '../../../../engine/config/annotations.ts';
import type { BlockDefinition } from '../../../../engine/config/definitions.ts';

const DayPick = Type.Object(
  {
    day: Type.String({ description: 'YYYY-MM-DD, of date.' }),
    number: Type.Integer({ description: 'Of dayOfMonth; 0 otherwise.' }),
  },
  { additionalProperties: false },
);

const options = Type.Object(
  {
    text: Text({ title: 'Label' }),
    hint: Type.Optional(Text({ title: 'Hint' })),
    days: Cel('dyn', { title: 'Days', description: 'A list: YYYY-MM-DD, or numbers of a day of the month.' }),
    as: Type.Enum(['date', 'dayOfMonth'], { title: 'As', description: 'What the list holds.' }),
    value: Cel('dyn', { title: 'Chosen', description: 'The day that is chosen now.' }),
    do: Action({ title: 'Action', description: 'Done on each choice; reads it as choice.day or choice.number.' }, { choice: DayPick }),
  },
  { additionalProperties: false },
);
export type DayChoiceOptions = Static<typeof options>;

export const dayChoiceBlock: BlockDefinition = {
  name: 'dayChoice',
  title: 'Choice of a day',
  description: 'One of the days that are offered.',
  options,
  words: ['ofMonth'],
  wordsAreLocal: true,
};
