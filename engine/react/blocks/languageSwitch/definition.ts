import { object } from '../../../config/object.ts';
import type { BlockDefinition } from '../../../config/definitions.ts';

const options = object({});

export const languageSwitchBlock: BlockDefinition = {
  name: 'languageSwitch',
  title: 'Language',
  description: 'The languages that are offered, each in its own name.',
  options,
  words: ['label'],
};
