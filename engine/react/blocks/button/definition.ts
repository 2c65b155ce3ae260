import Type, { type Static } from 'typebox';
import { object } from '../../../config/object.ts';
import { Action, Cel, Text } from '../../../config/annotations.ts';
import type { BlockDefinition } from '../../../config/definitions.ts';

const options = object({
  text: Text({ title: 'Label' }),
  do: Action({ title: 'Action' }),
  tone: Type.Optional(Type.Enum(['primary', 'secondary', 'quiet', 'danger'], { title: 'Tone', description: 'primary by default.' })),
  enabled: Type.Optional(Cel('bool', { title: 'Enabled', description: 'It cannot be pressed while this does not hold.' })),
});
export type ButtonOptions = Static<typeof options>;

export const buttonBlock: BlockDefinition = {
  name: 'button',
  title: 'Button',
  description: 'A button that does something or goes somewhere.',
  options,
};
