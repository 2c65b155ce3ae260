import Type, { type Static } from 'typebox';
import { object } from '../../../config/object.ts';
import { Cel, Ref, Text } from '../../../config/annotations.ts';
import type { BlockDefinition } from '../../../config/definitions.ts';

const options = object({
  closed: Type.Optional(
    Cel('bool', { title: 'Closed', description: 'While it holds nothing can be sent: no links to change an answer, and no button.' }),
  ),
  cards: Type.Optional(
    Type.Array(object({ form: Ref('form', { title: 'Form' }), text: Text({ title: 'Text', description: 'Stands above its answers.' }) }), {
      title: 'Cards',
      description: 'Forms whose answers are drawn large, to be compared digit by digit.',
    }),
  ),
  text: Type.Optional(Text({ title: 'Label of the button', description: 'By default common.blocks.review.confirm.' })),
});
export type ReviewOptions = Static<typeof options>;

export const reviewBlock: BlockDefinition = {
  name: 'review',
  title: 'Review',
  description: 'All answers of the flow, section by section, with links to change them, and the button that confirms them.',
  options,
  words: ['confirm', 'edit', 'yes', 'no', 'photo', 'locked', 'show', 'hide', 'hidden'],
};
