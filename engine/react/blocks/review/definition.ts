import Type, { type Static } from 'typebox';
import { object } from '../../../config/object.ts';
import { Cel, Ref, Text } from '../../../config/annotations.ts';
import type { BlockDefinition } from '../../../config/definitions.ts';

const options = object({
  closed: Type.Optional(
    Cel('bool', { title: 'Closed', description: 'While this is true, the block has no links to change answers and no button.' }),
  ),
  cards: Type.Optional(
    Type.Array(object({ form: Ref('form', { title: 'Form' }), text: Text({ title: 'Text', description: 'Shown above its answers.' }) }), {
      title: 'Cards',
      description: 'Forms whose answers are shown large, for comparison digit by digit.',
    }),
  ),
  text: Type.Optional(Text({ title: 'Label of the button', description: 'By default common.blocks.review.confirm.' })),
});
export type ReviewOptions = Static<typeof options>;

export const reviewBlock: BlockDefinition = {
  name: 'review',
  title: 'Review',
  description: 'All answers of the flow by section, with links to change them and a button to confirm them.',
  options,
  words: ['confirm', 'edit', 'yes', 'no', 'photo', 'file', 'locked', 'show', 'hide', 'hidden', 'skipped', 'guest'],
};
