import { object } from '../../../config/object.ts';
import type { BlockDefinition } from '../../../config/definitions.ts';

const options = object({});

export const dividerBlock: BlockDefinition = {
  name: 'divider',
  title: 'Divider',
  description: 'A line.',
  options,
};
