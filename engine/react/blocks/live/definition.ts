import Type, { type Static } from 'typebox';
import { object } from '../../../config/object.ts';
import { Ref } from '../../../config/annotations.ts';
import type { BlockDefinition } from '../../../config/definitions.ts';

const options = object({
  topics: Type.Array(Ref('liveTopic'), {
    title: 'Topics',
    description: 'Whose changes matter to this screen.',
    minItems: 1,
    uniqueItems: true,
  }),
  data: Type.Array(Ref('data'), {
    title: 'Data',
    description: 'The data of the screen to fetch again after a change.',
    minItems: 1,
    uniqueItems: true,
  }),
  pollSeconds: Type.Integer({
    title: 'Otherwise every (s)',
    description: 'Seconds between requests while the server cannot push changes. Pauses while the page is hidden or offline.',
    minimum: 5,
    maximum: 3600,
  }),
});
export type LiveOptions = Static<typeof options>;

export const liveBlock: BlockDefinition = {
  name: 'live',
  title: 'Live',
  description: "An invisible block that keeps the screen's data up to date: the server reports changes.",
  options,
};
