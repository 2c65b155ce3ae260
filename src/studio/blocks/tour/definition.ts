import { object } from '../../../../engine/config/object.ts';
import type { Static } from 'typebox';
import { Cel, Ref } from '../../../../engine/config/annotations.ts';
import type { BlockDefinition } from '../../../../engine/config/definitions.ts';

/** In the order of a typical workflow. */
export const tourSteps = ['change', 'design', 'words', 'problems', 'preview', 'review'] as const;

const options = object({
  seen: Cel('bool', { title: 'Seen', description: 'Whether the person has seen it.' }),
  end: Ref('operation', { title: 'End', description: 'Says that the person has seen it.' }),
});
export type TourOptions = Static<typeof options>;

export const tourBlock: BlockDefinition = {
  name: 'tour',
  title: 'Tour',
  description: 'Shows a newcomer in a few steps how a change is made. It shows itself once for each person, and again on request.',
  options,
  words: [
    'label',
    'again',
    'step',
    'next',
    'before',
    'skip',
    'done',
    ...tourSteps.flatMap((step) => [`steps.${step}.title`, `steps.${step}.text`]),
  ],
  wordsAreLocal: true,
};
