import Type, { type Static } from 'typebox';
import { object } from '../../../config/object.ts';
import { Action, Cel, Text } from '../../../config/annotations.ts';
import type { BlockDefinition } from '../../../config/definitions.ts';

const options = object({
  items: Type.Array(
    object({
      text: Text({ title: 'Text' }),
      hint: Type.Optional(Text({ title: 'Hint' })),
      icon: Type.Optional(Type.String({ title: 'Icon' })),
      do: Action({ title: 'Action' }),
      count: Type.Optional(
        Cel('number', { title: 'Count', description: 'Shown beside the words while it is above zero, e.g. of what is unread.' }),
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
  description: 'Rows that lead somewhere or do something.',
  options,
};
