import { object } from '../../../config/object.ts';
import type { BlockDefinition } from '../../../config/definitions.ts';

const options = object({});

export const consentSettingsBlock: BlockDefinition = {
  name: 'consentSettings',
  title: 'Cookie settings',
  description: 'Which storage is needed, and which the person allows.',
  options,
  words: ['title', 'necessary', 'necessaryHint', 'analytics', 'analyticsHint', 'saved'],
};
