import Type, { type Static } from 'typebox';
import { Cel, Text } from '../../../config/annotations.ts';
import type { BlockDefinition } from '../../../config/definitions.ts';

const options = Type.Object(
  {
    text: Text({ title: 'Text' }),
    tone: Type.Optional(Cel('string', { title: 'Tone', description: 'calm (default), info, success, warning or danger.' })),
    icon: Type.Optional(Type.String({ title: 'Icon' })),
  },
  { additionalProperties: false },
);
export type BadgeOptions = Static<typeof options>;

export const badgeBlock: BlockDefinition = {
  name: 'badge',
  title: 'Badge',
  description: 'A state in a word or two.',
  options,
};
