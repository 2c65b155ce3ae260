import Type, { type Static } from 'typebox';
import { object } from '../../../config/object.ts';
import { Blocks, Cel } from '../../../config/annotations.ts';
import type { BlockDefinition } from '../../../config/definitions.ts';

const options = object({
  blocks: Blocks({ title: 'Blocks' }),
  focus: Type.Optional(
    Cel('bool', {
      title: 'Focus',
      description: 'Whether its title takes the focus when it appears: true by default. Otherwise screen readers only say the title.',
    }),
  ),
  of: Type.Optional(
    Cel('string', { title: 'Of', description: 'What it is about. Another value counts as another outcome, which takes the focus again.' }),
  ),
});
export type OutcomeOptions = Static<typeof options>;

export const outcomeBlock: BlockDefinition = {
  name: 'outcome',
  title: 'Outcome',
  description:
    'The result of an action, for example a link to hand over. It takes the focus when it appears, and moves it to the page heading when it disappears.',
  options,
};
