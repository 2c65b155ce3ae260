import Type, { type Static } from 'typebox';
import { object } from '../../../config/object.ts';
import { Action, FieldValues, Ref, Text } from '../../../config/annotations.ts';
import type { BlockDefinition } from '../../../config/definitions.ts';

const options = object({
  form: Ref('form', { title: 'Form' }),
  do: Type.Optional(
    Action({
      title: 'Action',
      description: 'Runs when all answers are valid and reads them under the id of the form. A step of a flow needs none.',
    }),
  ),
  text: Type.Optional(Text({ title: 'Label of the button', description: 'By default forms.<form>.submit, or else common.next.' })),
  prefill: Type.Optional(
    FieldValues('form', {
      title: 'Prefill',
      description: 'Proposed answers, as CEL for each field. A field gets its value until the form is saved or the person changes it.',
    }),
  ),
  askPrefilled: Type.Optional(
    Type.Boolean({
      title: 'Ask about prefilled answers',
      description:
        'Asks "Is this still right?" above the form and at each prefilled field. While nothing is changed, the button confirms the answers.',
    }),
  ),
  quiet: Type.Optional(Type.Boolean({ title: 'Quiet', description: "Hides the form's own button." })),
});
export type FormOptions = Static<typeof options>;

export const formBlock: BlockDefinition = {
  name: 'form',
  title: 'Form',
  description: "Asks a form. On a screen of a flow it is the step's form, and its button saves the step and goes on.",
  options,
  isForActions: true,
  words: [
    'waitingToSend',
    'elsewhere',
    'mine',
    'theirs',
    'changed',
    'restarted',
    'sent',
    'stillRight',
    'keepSaved',
    'prefilled',
    'confirm',
    'skip',
    'skipAnswered',
  ],
};
