import Type, { type Static } from 'typebox';
import { object } from '../../../config/object.ts';
import { Ref, Text } from '../../../config/annotations.ts';
import type { BlockDefinition } from '../../../config/definitions.ts';

const options = object({
  items: Type.Array(object({ text: Text({ title: 'Text' }), icon: Type.Optional(Ref('icon', { title: 'Icon' })) }), {
    title: 'Items',
    minItems: 1,
  }),
});
export type StepsOptions = Static<typeof options>;

export const stepsBlock: BlockDefinition = {
  name: 'steps',
  title: 'Numbered list',
  description: 'A numbered list of promises or instructions.',
  options,
};
