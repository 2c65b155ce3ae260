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
      value: Cel('dyn', { title: 'Value', description: 'A row whose value is absent is left out.' }),
      as: Type.Optional(shownAs),
      strong: Type.Optional(Type.Boolean({ title: 'Strong', description: 'Stands out, as a sum does.' })),
      copy: Type.Optional(Text({ title: 'Copy', description: 'A button of these words copies the value; an amount as digits, 5098.00.' })),
      enum: Type.Optional(Ref('enum', { title: 'Enum', description: 'Whose labels are shown, for enum.' })),
      when: Type.Optional(Cel('bool', { title: 'When' })),
    }),
    { title: 'Rows', minItems: 1 },
  ),
});
export type KeyValuesOptions = Static<typeof options>;

export const keyValuesBlock: BlockDefinition = {
  name: 'keyValues',
  title: 'Facts',
  description: 'Names and values, one below the other.',
  options,
  words: ['copied', 'notCopied'],
  wordsAreLocal: true,
};
