import Type, { type Static } from 'typebox';
import { object } from '../../../config/object.ts';
import { Action, Cel, Text } from '../../../config/annotations.ts';
import type { BlockDefinition } from '../../../config/definitions.ts';

const options = object({
  text: Text({ title: 'Label' }),
  do: Action({ title: 'Action' }),
  tone: Type.Optional(Type.Enum(['primary', 'secondary', 'quiet', 'danger'], { title: 'Tone', description: 'primary by default.' })),
  enabled: Type.Optional(Cel('bool', { title: 'Enabled', description: 'The button is disabled unless this is true.' })),
  reason: Type.Optional(Text({ title: 'Reason', description: 'Why the button is disabled. Shown below it while it is.' })),
});
export type ButtonOptions = Static<typeof options>;

export const buttonBlock: BlockDefinition = {
  name: 'button',
  title: 'Button',
  description: 'A button that runs an action or opens a route.',
  options,
  isForActions: true,
};
