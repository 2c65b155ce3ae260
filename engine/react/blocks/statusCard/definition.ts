import Type, { type Static } from 'typebox';
import { object } from '../../../config/object.ts';
import { Action, Cel, CelOf, Ref, Text } from '../../../config/annotations.ts';
import type { BlockDefinition } from '../../../config/definitions.ts';

const options = object({
  tone: Type.Optional(
    CelOf(['calm', 'info', 'success', 'alert'], { title: 'Tone', description: 'calm (default), info, success or alert.' }),
  ),
  title: Text({ title: 'Title' }),
  text: Type.Optional(Text({ title: 'Text' })),
  amountText: Type.Optional(Text({ title: 'What the amount is' })),
  amountCents: Type.Optional(Cel('number', { title: 'Amount', description: 'In hundredths of the currency.' })),
  do: Type.Optional(Action({ title: 'Action' })),
  label: Type.Optional(Text({ title: 'Label of the action' })),
  also: Type.Optional(Action({ title: 'Second action' })),
  alsoLabel: Type.Optional(Text({ title: 'Label of the second action' })),
  icon: Type.Optional(Ref('icon', { title: 'Icon' })),
});
export type StatusCardOptions = Static<typeof options>;

export const statusCardBlock: BlockDefinition = {
  name: 'statusCard',
  title: 'Status card',
  description: 'A large card with the current status: title, amount and actions.',
  options,
};
