import Type, { type Static } from 'typebox';
import { object } from '../../../config/object.ts';
import { Cel, Text } from '../../../config/annotations.ts';
import type { BlockDefinition } from '../../../config/definitions.ts';

const options = object({
  label: Text({ title: 'What progresses', description: 'Label for screen readers.' }),
  items: Type.Array(
    object({
      text: Text({ title: 'Text' }),
      state: Cel('string', { title: 'State', description: 'done, current, waiting or failed.' }),
      hint: Type.Optional(Text({ title: 'Hint' })),
      at: Type.Optional(Cel('dyn', { title: 'At', description: 'The time at which it happened; hidden while absent.' })),
      when: Type.Optional(Cel('bool', { title: 'When' })),
    }),
    { title: 'Steps', minItems: 1 },
  ),
});
export type ProgressStepsOptions = Static<typeof options>;

export const progressStepsBlock: BlockDefinition = {
  name: 'progressSteps',
  title: 'Progress',
  description: 'Progress in steps. Screen readers announce changes.',
  options,
  words: ['done', 'current', 'waiting', 'failed'],
  wordsAreLocal: true,
};
