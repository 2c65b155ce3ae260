import Type, { type Static } from 'typebox';
import { Cel, Text } from '../../../../engine/config/annotations.ts';
import type { BlockDefinition } from '../../../../engine/config/definitions.ts';

const options = Type.Object(
  {
    text: Text({ title: 'Title' }),
    ladder: Cel('dyn', { title: 'Ladder', description: 'rewards.ladder of easyReloan.view.' }),
  },
  { additionalProperties: false },
);
export type RewardLadderOptions = Static<typeof options>;

export const rewardLadderBlock: BlockDefinition = {
  name: 'rewardLadder',
  title: 'Ladder of rewards',
  description: 'The reward of each success in a streak, which are reached and which comes next.',
  options,
  words: ['earned', 'next', 'later', 'more'],
  wordsAreLocal: true,
};
