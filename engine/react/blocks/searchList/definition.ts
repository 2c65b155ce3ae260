import Type, { type Static } from 'typebox';
import { object } from '../../../config/object.ts';
import { Ref, Text } from '../../../config/annotations.ts';
import type { BlockDefinition } from '../../../config/definitions.ts';

const options = object({
  content: Ref('content', { title: 'Content', description: 'Titles are questions, texts are answers.' }),
  label: Text({ title: 'Label', description: 'Label of the search field.' }),
  empty: Text({ title: 'When nothing is found', description: 'Text when the search finds nothing, with what to do next.' }),
  remember: Type.Optional(
    Type.String({
      title: 'Remember as',
      description: 'Session name under which the device stores the last opened question. It is open on return.',
      pattern: '^[A-Za-z][A-Za-z0-9.]*$',
    }),
  ),
});
export type SearchListOptions = Static<typeof options>;

export const searchListBlock: BlockDefinition = {
  name: 'searchList',
  title: 'Questions and answers',
  description: 'Questions by topic that expand to their answers, with a search in both.',
  options,
  words: ['found', 'clear'],
  wordsAreLocal: true,
};
