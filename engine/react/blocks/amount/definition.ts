import Type, { type Static } from 'typebox';
import { object } from '../../../config/object.ts';
import { Cel, Text } from '../../../config/annotations.ts';
import type { BlockDefinition } from '../../../config/definitions.ts';

const options = object({
  text: Text({ title: 'Label' }),
  amountCents: Cel('number', { title: 'Amount', description: 'In hundredths of the currency.' }),
  hint: Type.Optional(Text({ title: 'Hint' })),
  exact: Type.Optional(Type.Boolean({ title: 'Exact', description: 'Shows hundredths even for whole amounts.' })),
});
export type AmountOptions = Static<typeof options>;

export const amountBlock: BlockDefinition = {
  name: 'amount',
  title: 'Amount',
  description: 'A large amount with a label.',
  options,
};
