import Type, { type Static } from 'typebox';
import { object } from '../../../config/object.ts';
import { Ref } from '../../../config/annotations.ts';
import type { BlockDefinition } from '../../../config/definitions.ts';

const options = object({
  content: Ref('content', { title: 'Content', description: 'The first item that applies and was not closed before is shown.' }),
  remember: Type.Optional(
    Type.String({
      title: 'Remember as',
      description: 'Session name under which the device keeps what was closed; "closed" by default.',
      pattern: '^[A-Za-z][A-Za-z0-9.]*$',
    }),
  ),
});
export type AnnouncementOptions = Static<typeof options>;

export const announcementBlock: BlockDefinition = {
  name: 'announcement',
  title: 'Announcement',
  description: 'A dialog over the screen with one thing to say: one at a time, and not again once it was closed.',
  options,
  words: ['later'],
  wordsAreLocal: true,
};
