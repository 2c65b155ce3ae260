import Type, { type Static } from 'typebox';
import { object } from '../../../config/object.ts';
import { Cel, Ref, Route, Text } from '../../../config/annotations.ts';
import type { BlockDefinition } from '../../../config/definitions.ts';

const options = object({
  op: Ref('operation', {
    title: 'Operation',
    description:
      'Returns { items, next? }. Items have id, title, text, at and optionally read and icon. next is the cursor of the next page, absent on the last one.',
  }),
  with: Type.Optional(Type.Record(Type.String(), Cel('dyn'), { title: 'Input', description: 'Beside the cursor.' })),
  to: Route({ title: 'Read at', description: 'The screen that shows a whole item by ?id=.' }),
  empty: Text({ title: 'When empty' }),
  invalidatedBy: Type.Optional(
    Type.Array(Ref('operation'), { title: 'Invalidated by', description: 'Operations after which the list starts again.' }),
  ),
});
export type FeedOptions = Static<typeof options>;

export const feedBlock: BlockDefinition = {
  name: 'feed',
  title: 'Feed',
  description: 'A long list that an operation returns page by page, newest first. Unread items are marked.',
  options,
  words: ['unread', 'more'],
  wordsAreLocal: true,
};
