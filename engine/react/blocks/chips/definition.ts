import Type, { type Static } from 'typebox';
import { object } from '../../../config/object.ts';
import { Action, Cel, Ref, Text } from '../../../config/annotations.ts';
import type { BlockDefinition } from '../../../config/definitions.ts';

const choice = { choice: Type.String() };
const options = object({
  title: Text({ title: 'Title' }),
  items: Cel('dyn', { title: 'Items', description: 'A list of codes.' }),
  enum: Ref('enum', { title: 'Enum', description: 'Holds the labels of the codes.' }),
  empty: Text({ title: 'When empty', description: 'Shown if there are no codes.' }),
  remove: Type.Optional(
    object(
      {
        text: Text({ title: 'Text', description: 'What a tap on a code does. The label of the code follows.' }),
        do: Action({ title: 'Do', description: 'May read choice, the code.' }, choice),
      },
      { title: 'Remove' },
    ),
  ),
  add: Type.Optional(
    object(
      {
        text: Text({ title: 'Text' }),
        options: Cel('dyn', { title: 'Options', description: 'A list of codes of which one is chosen.' }),
        do: Action({ title: 'Do', description: 'May read choice, the code.' }, choice),
      },
      { title: 'Add' },
    ),
  ),
});
export type ChipsOptions = Static<typeof options>;

export const chipsBlock: BlockDefinition = {
  name: 'chips',
  title: 'Chips',
  description: 'Codes as small labels. A tap removes one; others can be added.',
  options,
};
