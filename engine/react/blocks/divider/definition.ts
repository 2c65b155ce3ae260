import Type, { type Static } from 'typebox';
import type { BlockDefinition } from '../../../config/definitions.ts';

const options = Type.Object({}, { additionalProperties: false });
export type DividerOptions = Static<typeof options>;

export const dividerBlock: BlockDefinition = {
  name: 'divider',
  title: 'Divider',
  description: 'A line.',
  options,
};
