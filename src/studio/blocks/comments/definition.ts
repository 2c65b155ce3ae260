import type { Static } from 'typebox';
import { Cel, Ref } from '../../../../engine/config/annotations.ts';
import type { BlockDefinition } from '../../../../engine/config/definitions.ts';
import { object } from '../../../../engine/config/object.ts';

const options = object({
  change: Cel('string', { title: 'Change', description: 'Id of the change.' }),
  said: Cel('dyn', { title: 'Comments', description: 'The comments of the change, with their answers.' }),
  mayWrite: Cel('bool', { title: 'May write', description: 'Whether the person may comment, answer and resolve.' }),
  comment: Ref('operation', { title: 'Comment', description: 'Stores a comment or an answer.' }),
  resolve: Ref('operation', { title: 'Resolve', description: 'Resolves a comment or opens it again.' }),
});
export type CommentsOptions = Static<typeof options>;

export const commentsBlock: BlockDefinition = {
  name: 'comments',
  title: 'Comments',
  description:
    'What people say about a change and its places. A new comment is about the place in the address of the screen: `file`, and `at`, a JSON pointer.',
  options,
  words: [
    'none',
    'about',
    'aboutAll',
    'wholeInstead',
    'text',
    'send',
    'answer',
    'answerTo',
    'answers',
    'resolve',
    'reopen',
    'resolved',
    'resolvedBy',
    'by',
  ],
  wordsAreLocal: true,
};
