import Type, { type Static } from 'typebox';
import { object } from '../../../config/object.ts';
import { Ref, Route, Text } from '../../../config/annotations.ts';
import type { BlockDefinition } from '../../../config/definitions.ts';

const options = object({
  content: Ref('content', { title: 'Content' }),
  to: Type.Optional(
    Route({ title: 'Read at', description: 'The screen that shows an item in full, by ?id=, for items with something to read or see.' }),
  ),
  empty: Type.Optional(Text({ title: 'When empty', description: 'Shown when no item applies.' })),
});
export type ContentListOptions = Static<typeof options>;

export const contentListBlock: BlockDefinition = {
  name: 'contentList',
  title: 'List of content',
  description: 'Items under their topics; each leads to its own page, does something, or leads out of the app, which it says.',
  options,
  words: ['outside'],
  wordsAreLocal: true,
};
