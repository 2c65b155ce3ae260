import Type from 'typebox';
import type { BlockDefinition } from '../../../config/definitions.ts';

const options = Type.Object({}, { additionalProperties: false });

export const languageSwitchBlock: BlockDefinition = {
  name: 'languageSwitch',
  title: 'Language',
  description: 'The languages that are offered, each in its own name.',
  options,
  words: ['label'],
};
