import type { Static } from 'typebox';
import { object } from '../../../../engine/config/object.ts';
import { Cel, Text } from '../../../../engine/config/annotations.ts';
import type { BlockDefinition } from '../../../../engine/config/definitions.ts';

const options = object({
  text: Text({ title: 'Title' }),
  ladder: Cel('dyn', { title: 'Ladder', description: 'rewards.ladder of easyReloan.view.' }),
});
export type RewardLadderOptions = Static<typeof options>;

export const rewardLadderBlock: BlockDefinition = {
  name: 'rewardLadder',
  title: 'Ladder of rewards',
  description: 'The reward of each success in a streak, which are reached and which comes next.',
  options,
  words: ['earned', 'next', 'later', 'more'],
  wordsAreLocal: true,
};
