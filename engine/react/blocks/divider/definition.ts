import Type from 'typebox';
import type { BlockDefinition } from '../../../config/definitions.ts';

const options = Type.Object({}, { additionalProperties: false });

export const dividerBlock: BlockDefinition = {
  name: 'divider',
  title: 'Divider',
  description: 'A line.',
  options,
};
