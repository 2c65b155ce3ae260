import Type, { type Static } from 'typebox';
import { object } from '../../../config/object.ts';
import { Cel, Ref, Route, Text } from '../../../config/annotations.ts';
import type { BlockDefinition } from '../../../config/definitions.ts';

const options = object({
  op: Ref('operation', {
    title: 'Operation',
    description:
      'Gives { items, next? }: items with id, title, text, at, and perhaps read and icon; next is the cursor of the page after, absent on the last.',
  }),
  with: Type.Optional(Type.Record(Type.String(), Cel('dyn'), { title: 'Input', description: 'Beside the cursor.' })),
  to: Route({ title: 'Read at', description: 'The screen that shows one in full, by ?id=.' }),
  empty: Text({ title: 'When empty' }),
  invalidatedBy: Type.Optional(
    Type.Array(Ref('operation'), { title: 'Invalidated by', description: 'Operations after which it begins anew.' }),
  ),
});
export type FeedOptions = Static<typeof options>;

export const feedBlock: BlockDefinition = {
  name: 'feed',
  title: 'Feed',
  description: 'A long list that an operation gives page by page, the newest first; what is unread is marked.',
  options,
  words: ['unread', 'more'],
  wordsAreLocal: true,
};
