import { object } from '../../../../engine/config/object.ts';
import type { BlockDefinition } from '../../../../engine/config/definitions.ts';

/** In the order of the work. */
export const tourSteps = ['change', 'design', 'words', 'problems', 'preview', 'review'] as const;

export const tourBlock: BlockDefinition = {
  name: 'tour',
  title: 'Tour',
  description:
    'Shows a newcomer in a few steps how a change is made. It shows itself once for each person in each browser, and again on request.',
  options: object({}),
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
