import Type, { type Static } from 'typebox';
import { object } from '../../../config/object.ts';
import { Ref, Text } from '../../../config/annotations.ts';
import type { BlockDefinition } from '../../../config/definitions.ts';

const options = object({
  content: Ref('content', { title: 'Content', description: 'The file whose items are the banners.' }),
  label: Text({ title: 'Label', description: 'Label for screen readers.' }),
  everySeconds: Type.Optional(
    Type.Integer({
      title: 'Move on every (s)',
      description: 'Seconds between automatic moves. By default, and with reduced motion, banners move only by hand.',
      minimum: 5,
      maximum: 60,
    }),
  ),
});
export type BannersOptions = Static<typeof options>;

export const bannersBlock: BlockDefinition = {
  name: 'banners',
  title: 'Banners',
  description: 'A carousel of items. People swipe or use buttons.',
  options,
  words: ['role', 'slide', 'previous', 'next', 'pause', 'play'],
  wordsAreLocal: true,
};
