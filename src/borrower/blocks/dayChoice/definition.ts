import Type, { type Static } from 'typebox';
import { object } from '../../../../engine/config/object.ts';
import { Action, Cel, Text } from '../../../../engine/config/annotations.ts';
import type { BlockDefinition } from '../../../../engine/config/definitions.ts';

const DayPick = object({
  day: Type.String({ description: 'YYYY-MM-DD, for date.' }),
  number: Type.Integer({ description: 'For dayOfMonth; 0 otherwise.' }),
});

const options = object({
  text: Text({ title: 'Label' }),
  hint: Type.Optional(Text({ title: 'Hint' })),
  days: Cel('dyn', { title: 'Days', description: 'List of dates (YYYY-MM-DD) or days of the month.' }),
  as: Type.Enum(['date', 'dayOfMonth'], { title: 'As', description: 'Kind of the days in the list.' }),
  value: Cel('dyn', { title: 'Chosen', description: 'The currently chosen day.' }),
  do: Action({ title: 'Action', description: 'Runs on each choice and reads it as choice.day or choice.number.' }, { choice: DayPick }),
});
export type DayChoiceOptions = Static<typeof options>;

export const dayChoiceBlock: BlockDefinition = {
  name: 'dayChoice',
  title: 'Choice of a day',
  description: 'A choice among the offered days.',
  options,
  words: ['ofMonth'],
  wordsAreLocal: true,
};
