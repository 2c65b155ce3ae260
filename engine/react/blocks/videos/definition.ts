import Type, { type Static } from 'typebox';
import { object } from '../../../config/object.ts';
import { Ref, Text } from '../../../config/annotations.ts';
import type { BlockDefinition } from '../../../config/definitions.ts';

const options = object({
  content: Ref('content', { title: 'Content', description: 'The block shows the items that have a video.' }),
  empty: Type.Optional(Text({ title: 'When empty' })),
});
export type VideosOptions = Static<typeof options>;

export const videosBlock: BlockDefinition = {
  name: 'videos',
  title: 'Films',
  description: 'Short videos with captions. Nothing is fetched before the person plays one.',
  options,
  words: ['seconds'],
  wordsAreLocal: true,
};
