import Type, { type Static } from 'typebox';
import { object } from '../../../config/object.ts';
import { Blocks, Cel } from '../../../config/annotations.ts';
import type { BlockDefinition } from '../../../config/definitions.ts';

const options = object({
  blocks: Blocks({ title: 'Blocks' }),
  focus: Type.Optional(
    Cel('bool', {
      title: 'Focus',
      description: 'Whether it takes the focus when it appears: true by default. It is said to screen readers in any case.',
    }),
  ),
});
export type OutcomeOptions = Static<typeof options>;

export const outcomeBlock: BlockDefinition = {
  name: 'outcome',
  title: 'Outcome',
  description:
    'What an action has led to, for example a link to hand over. It takes the focus when it appears, and gives it to the heading of the page when it goes.',
  options,
};
