import Type, { type Static } from 'typebox';
import { object } from '../../../config/object.ts';
import { Ref, Text } from '../../../config/annotations.ts';
import type { BlockDefinition } from '../../../config/definitions.ts';

const options = object({
  content: Ref('content', { title: 'Content', description: 'The file whose items are the banners.' }),
  label: Text({ title: 'Label', description: 'What a screen reader calls them.' }),
  everySeconds: Type.Optional(
    Type.Integer({
      title: 'Move on every (s)',
      description: 'They move only by hand by default, and always for who asked their system for less motion.',
      minimum: 5,
    }),
  ),
});
export type BannersOptions = Static<typeof options>;

export const bannersBlock: BlockDefinition = {
  name: 'banners',
  title: 'Banners',
  description: 'Items side by side, of which one is in sight: swiped, or turned with buttons.',
  options,
  words: ['role', 'slide', 'previous', 'next', 'pause', 'play'],
  wordsAreLocal: true,
};
