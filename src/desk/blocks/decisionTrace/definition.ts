import { type Static } from 'typebox';
import { object } from '../../../../engine/config/object.ts';
import { Cel, Text } from '../../../../engine/config/annotations.ts';
import type { BlockDefinition } from '../../../../engine/config/definitions.ts';

const options = object({
  title: Text({ title: 'Title' }),
  trace: Cel('dyn', { title: 'Trace', description: 'The response of staff.decisionTrace.' }),
});
export type DecisionTraceOptions = Static<typeof options>;

export const decisionTraceBlock: BlockDefinition = {
  name: 'decisionTrace',
  title: 'Decision trace',
  description: "The rows of a decision table that held for an application, in the release of that day and in today's.",
  options,
  words: [
    'then',
    'now',
    'same',
    'factsUnknown',
    'row',
    'condition',
    'always',
    'outcome',
    'result',
    'yes',
    'no',
    'broken',
    'decides',
    'changed',
    'accepted',
    'rejected',
    'referred',
    'again',
    'others',
  ],
  wordsAreLocal: true,
};
