import Type, { type Static } from 'typebox';
import { object } from '../../../config/object.ts';
import { Ref, Route, Text } from '../../../config/annotations.ts';
import type { BlockDefinition } from '../../../config/definitions.ts';

const options = object({
  content: Ref('content', { title: 'Content' }),
  to: Type.Optional(
    Route({ title: 'Read at', description: 'The screen that shows a whole item by ?id=, for items with a document, picture or video.' }),
  ),
  empty: Type.Optional(Text({ title: 'When empty', description: 'Shown when no item applies.' })),
});
export type ContentListOptions = Static<typeof options>;

export const contentListBlock: BlockDefinition = {
  name: 'contentList',
  title: 'List of content',
  description: 'Items by topic. Each opens its own page, runs an action, or opens an external link, which is marked as external.',
  options,
  words: ['outside'],
  wordsAreLocal: true,
};
