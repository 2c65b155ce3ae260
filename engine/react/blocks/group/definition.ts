import Type, { type Static } from 'typebox';
import { object } from '../../../config/object.ts';
import { Blocks } from '../../../config/annotations.ts';
import type { BlockDefinition } from '../../../config/definitions.ts';

const options = object({
  blocks: Blocks({ title: 'Blocks' }),
  look: Type.Optional(
    Type.Enum(['stack', 'row', 'card', 'columns', 'actions'], {
      title: 'Look',
      description:
        'stack by default. columns: two blocks side by side if there is room, the first one wider. actions: a card of buttons; in a narrow window it stays in sight at the bottom.',
    }),
  ),
});
export type GroupOptions = Static<typeof options>;

export const groupBlock: BlockDefinition = {
  name: 'group',
  title: 'Group',
  description: 'A group of blocks.',
  options,
};
