import { object } from '../../../config/object.ts';
import type { BlockDefinition } from '../../../config/definitions.ts';

const options = object({});

export const themeSwitchBlock: BlockDefinition = {
  name: 'themeSwitch',
  title: 'Colours',
  description: 'A choice of theme, and of light or dark.',
  options,
  words: ['title', 'palette', 'appearance', 'system', 'light', 'dark'],
};
