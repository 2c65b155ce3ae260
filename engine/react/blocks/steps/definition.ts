import Type, { type Static } from 'typebox';
import { Text } from '../../../config/annotations.ts';
import type { BlockDefinition } from '../../../config/definitions.ts';

const options = Type.Object(
  {
    items: Type.Array(
      Type.Object({ text: Text({ title: 'Text' }), icon: Type.Optional(Type.String({ title: 'Icon' })) }, { additionalProperties: false }),
      { title: 'Items', minItems: 1 },
    ),
  },
  { additionalProperties: false },
);
export type StepsOptions = Static<typeof options>;

export const stepsBlock: BlockDefinition = {
  name: 'steps',
  title: 'Numbered list',
  description: 'Promises or instructions in order.',
  options,
};
