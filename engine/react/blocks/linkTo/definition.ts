import Type, { type Static } from 'typebox';
import { object } from '../../../config/object.ts';
import { CelPath, Text } from '../../../config/annotations.ts';
import type { BlockDefinition } from '../../../config/definitions.ts';

const options = object({
  text: Text({ title: 'Text' }),
  tone: Type.Optional(Type.Enum(['primary', 'secondary', 'quiet'], { title: 'Tone', description: 'primary by default.' })),
  to: CelPath({ title: 'To', description: 'A route from data. Anything other than a path of the app is ignored.' }),
});
export type LinkToOptions = Static<typeof options>;

export const linkToBlock: BlockDefinition = {
  name: 'linkTo',
  title: 'Link from data',
  description: 'A link, styled as a button, to a route from an operation rather than from the configuration.',
  options,
};
