import Type, { type Static } from 'typebox';
import { object } from '../../../config/object.ts';
import { Action, Cel, perItem, Text } from '../../../config/annotations.ts';
import type { BlockDefinition } from '../../../config/definitions.ts';

const options = object({
  items: Cel('dyn', { title: 'Rows', description: 'A list.' }),
  row: object(
    {
      text: Text({ title: 'Label', description: 'Its values may read item.' }),
      choices: Cel('dyn', { title: 'Choices', description: 'A list of entries with id and label.' }),
    },
    { title: 'Row', description: 'Read from the entry as item.', ...perItem },
  ),
  none: Text({ title: 'No choice', description: 'The first entry of each list, which chooses nothing.' }),
  note: Type.Optional(Text({ title: 'Note', description: 'Label of an optional note for a choice. Without it, there is no note.' })),
  entry: Type.Record(Type.String(), Cel('dyn'), {
    title: 'Entry',
    description: 'What a chosen row gives, by name: CEL that reads item, choice (the id) and note.',
    ...perItem,
    'x-offers': { choice: Type.String(), note: Type.String() },
  }),
  text: Type.Optional(Text({ title: 'Label of the button', description: 'Without a button, the action runs at each change.' })),
  do: Action({ title: 'Action', description: 'Reads the entries of the chosen rows as chosen.' }, { chosen: Type.Array(Type.Unknown()) }),
});
export type ChoicesOptions = Static<typeof options>;

export const choicesBlock: BlockDefinition = {
  name: 'choices',
  title: 'Choices from data',
  description: 'A row for each item of a list, each with its own choices, and an action for the chosen rows.',
  options,
  isForActions: true,
};
