import Type, { type Static } from 'typebox';
import { object } from '../../../config/object.ts';
import type { BlockDefinition } from '../../../config/definitions.ts';
import { drawings } from '../../parts/drawings.ts';

const options = object({
  name: Type.Enum([...drawings], { title: 'Name' }),
});
export type IllustrationOptions = Static<typeof options>;

export const illustrationBlock: BlockDefinition = {
  name: 'illustration',
  title: 'Illustration',
  description: 'A decorative drawing, hidden from screen readers.',
  options,
};
