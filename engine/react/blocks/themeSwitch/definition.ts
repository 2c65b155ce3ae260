import Type from 'typebox';
import type { BlockDefinition } from '../../../config/definitions.ts';

const options = Type.Object({}, { additionalProperties: false });

export const themeSwitchBlock: BlockDefinition = {
  name: 'themeSwitch',
  title: 'Colours',
  description: 'The themes of the settings, and whether light or dark.',
  options,
  words: ['title', 'palette', 'appearance', 'system', 'light', 'dark'],
};
