import Type, { type Static } from 'typebox';
import { object } from '../../../config/object.ts';
import { Cel, Ref, Text } from '../../../config/annotations.ts';
import type { BlockDefinition } from '../../../config/definitions.ts';
import { shownAs } from '../shownAs.ts';

const options = object({
  title: Type.Optional(Text({ title: 'Title' })),
  items: Type.Array(
    object({
      text: Text({ title: 'Name' }),
      value: Cel('dyn', { title: 'Value', description: 'A row without a value is hidden.' }),
      as: Type.Optional(shownAs),
      strong: Type.Optional(Type.Boolean({ title: 'Strong', description: 'Emphasises the row, e.g. a total.' })),
      copy: Type.Optional(
        Text({ title: 'Copy', description: 'Label of a button that copies the value; an amount is copied as digits, e.g. 5098.00.' }),
      ),
      enum: Type.Optional(Ref('enum', { title: 'Enum', description: 'Enum whose labels are shown, for the format enum.' })),
      when: Type.Optional(Cel('bool', { title: 'When' })),
    }),
    { title: 'Rows', minItems: 1 },
  ),
});
export type KeyValuesOptions = Static<typeof options>;

export const keyValuesBlock: BlockDefinition = {
  name: 'keyValues',
  title: 'Facts',
  description: 'A list of names and values.',
  options,
  words: ['copied', 'notCopied'],
  wordsAreLocal: true,
};
