import Type, { type Static } from 'typebox';
import type { BlockDefinition } from '../../../config/definitions.ts';
import { drawings } from '../../parts/drawings.ts';

const options = Type.Object(
  {
    name: Type.Enum([...drawings], { title: 'Name' }),
  },
  { additionalProperties: false },
);
export type IllustrationOptions = Static<typeof options>;

export const illustrationBlock: BlockDefinition = {
  name: 'illustration',
  title: 'Illustration',
  description: 'A drawing; it says nothing to a screen reader.',
  options,
};
