import Type, { type Static } from 'typebox';
import { object } from '../../../config/object.ts';
import { Ref } from '../../../config/annotations.ts';
import type { BlockDefinition } from '../../../config/definitions.ts';

const options = object({
  content: Ref('content', { title: 'Content', description: 'The block shows the first item that applies and was not closed before.' }),
  remember: Type.Optional(
    Type.String({
      title: 'Remember as',
      description: 'Session name under which the device stores closed items; "closed" by default.',
      pattern: '^[A-Za-z][A-Za-z0-9.]*$',
    }),
  ),
});
export type AnnouncementOptions = Static<typeof options>;

export const announcementBlock: BlockDefinition = {
  name: 'announcement',
  title: 'Announcement',
  description: 'A dialog with one announcement at a time. A closed one does not appear again.',
  options,
  words: ['later'],
  wordsAreLocal: true,
};
