import Type, { type Static } from 'typebox';
import { object } from '../../../config/object.ts';
import { Text } from '../../../config/annotations.ts';
import type { BlockDefinition } from '../../../config/definitions.ts';

const options = object({
  text: Text({ title: 'Text' }),
  subtitle: Type.Optional(Text({ title: 'Subtitle' })),
  level: Type.Optional(Type.Integer({ title: 'Level', description: '1 for the title of the screen (default 2).', minimum: 1, maximum: 3 })),
});
export type HeadingOptions = Static<typeof options>;

export const headingBlock: BlockDefinition = {
  name: 'heading',
  title: 'Heading',
  description: 'A heading with an optional line below it.',
  options,
};
