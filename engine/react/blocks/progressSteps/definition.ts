import Type, { type Static } from 'typebox';
import { object } from '../../../config/object.ts';
import { Cel, Text } from '../../../config/annotations.ts';
import type { BlockDefinition } from '../../../config/definitions.ts';

const options = object({
  label: Text({ title: 'What progresses', description: 'Read to who cannot see the steps.' }),
  items: Type.Array(
    object({
      text: Text({ title: 'Text' }),
      state: Cel('string', { title: 'State', description: 'done, current, waiting or failed.' }),
      hint: Type.Optional(Text({ title: 'Hint' })),
      at: Type.Optional(Cel('dyn', { title: 'At', description: 'The moment it happened; left out while it is absent.' })),
      when: Type.Optional(Cel('bool', { title: 'When' })),
    }),
    { title: 'Steps', minItems: 1 },
  ),
});
export type ProgressStepsOptions = Static<typeof options>;

export const progressStepsBlock: BlockDefinition = {
  name: 'progressSteps',
  title: 'Progress',
  description: 'How far something has come, step by step; a change is read aloud.',
  options,
  words: ['done', 'current', 'waiting', 'failed'],
  wordsAreLocal: true,
};
