import Type, { type Static } from 'typebox';
import { object } from '../../../config/object.ts';
import { Action, Cel, Text } from '../../../config/annotations.ts';
import type { BlockDefinition } from '../../../config/definitions.ts';

const options = object({
  title: Text({ title: 'Title', description: 'Title of the list that ? opens, and of the button for it.' }),
  items: Type.Array(
    object({
      keys: Type.Array(Type.String({ pattern: '^[^?\\s]\\S{0,11}$' }), {
        title: 'Keys',
        description: 'Names of KeyboardEvent.key, e.g. n or ArrowDown.',
        minItems: 1,
        maxItems: 3,
        uniqueItems: true,
      }),
      text: Text({ title: 'Text' }),
      when: Type.Optional(Cel('bool', { title: 'When' })),
      do: Type.Optional(
        Action({ title: 'Do', description: 'Without it, another block answers to the keys, such as the rows of a table.' }),
      ),
    }),
    { title: 'Shortcuts', minItems: 1, maxItems: 20 },
  ),
});
export type ShortcutsOptions = Static<typeof options>;

export const shortcutsBlock: BlockDefinition = {
  name: 'shortcuts',
  title: 'Shortcuts',
  description: 'Keys that run actions of the screen, never while somebody types in a field. ? lists them.',
  options,
};
