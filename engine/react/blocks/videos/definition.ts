import Type, { type Static } from 'typebox';
import { object } from '../../../config/object.ts';
import { Ref, Text } from '../../../config/annotations.ts';
import type { BlockDefinition } from '../../../config/definitions.ts';

const options = object({
  content: Ref('content', { title: 'Content', description: 'Its items with a video are shown.' }),
  empty: Type.Optional(Text({ title: 'When empty' })),
});
export type VideosOptions = Static<typeof options>;

export const videosBlock: BlockDefinition = {
  name: 'videos',
  title: 'Films',
  description: 'Short films with captions, played on request; nothing is fetched before.',
  options,
  words: ['seconds'],
  wordsAreLocal: true,
};
