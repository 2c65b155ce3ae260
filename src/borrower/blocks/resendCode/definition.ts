import Type, { type Static } from 'typebox';
import { Action, Text } from '../../../../engine/config/annotations.ts';
import type { BlockDefinition } from '../../../../engine/config/definitions.ts';

const options = Type.Object(
  {
    text: Text({ title: 'Label' }),
    do: Action({ title: 'Action', description: 'Asks for another code.' }),
  },
  { additionalProperties: false },
);
export type ResendCodeOptions = Static<typeof options>;

export const resendCodeBlock: BlockDefinition = {
  name: 'resendCode',
  title: 'Send the code again',
  description: 'A button that waits until session.challenge.resendAfterSeconds have passed, and counts them down.',
  options,
  words: ['wait'],
};
