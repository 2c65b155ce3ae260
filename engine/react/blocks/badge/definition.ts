import Type, { type Static } from 'typebox';
import { object } from '../../../config/object.ts';
import { CelOf, Ref, Text } from '../../../config/annotations.ts';
import type { BlockDefinition } from '../../../config/definitions.ts';

const options = object({
  text: Text({ title: 'Text' }),
  tone: Type.Optional(
    CelOf(['calm', 'info', 'success', 'warning', 'danger'], {
      title: 'Tone',
      description: 'calm (default), info, success, warning or danger.',
    }),
  ),
  icon: Type.Optional(Ref('icon', { title: 'Icon' })),
});
export type BadgeOptions = Static<typeof options>;

export const badgeBlock: BlockDefinition = {
  name: 'badge',
  title: 'Badge',
  description: 'A state in one or two words.',
  options,
};
