import { object } from '../../../config/object.ts';
import type { BlockDefinition } from '../../../config/definitions.ts';

const options = object({});

export const consentSettingsBlock: BlockDefinition = {
  name: 'consentSettings',
  title: 'Cookie settings',
  description: 'Lists the necessary storage and lets the person allow the rest.',
  options,
  words: ['title', 'necessary', 'necessaryHint', 'analytics', 'analyticsHint', 'saved'],
};
