import { object } from '../../../config/object.ts';
import type { BlockDefinition } from '../../../config/definitions.ts';

const options = object({});

export const languageSwitchBlock: BlockDefinition = {
  name: 'languageSwitch',
  title: 'Language',
  description: 'The offered languages, each under its own name.',
  options,
  words: ['label'],
};
