import Type, { type Static } from 'typebox';
import { object } from '../../../config/object.ts';
import { Action, Cel, Ref, Text } from '../../../config/annotations.ts';
import type { BlockDefinition } from '../../../config/definitions.ts';

const options = object({
  items: Type.Array(
    object({
      text: Text({ title: 'Text' }),
      hint: Type.Optional(Text({ title: 'Hint' })),
      icon: Type.Optional(Ref('icon', { title: 'Icon' })),
      do: Action({ title: 'Action' }),
      count: Type.Optional(
        Cel('number', { title: 'Count', description: 'A number next to the text, shown while it is above zero, e.g. of unread messages.' }),
      ),
      when: Type.Optional(Cel('bool', { title: 'When' })),
    }),
    { title: 'Rows', minItems: 1 },
  ),
});
export type LinkListOptions = Static<typeof options>;

export const linkListBlock: BlockDefinition = {
  name: 'linkList',
  title: 'List of links',
  description: 'Rows that open a route or run an action.',
  options,
};
