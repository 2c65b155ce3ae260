import Type, { type Static } from 'typebox';
import { Action, Text } from '../../../../engine/config/annotations.ts';
import type { BlockDefinition } from '../../../../engine/config/definitions.ts';

const options = Type.Object(
  {
    text: Text({ title: 'Label' }),
    do: Action({ title: 'Action', description: 'Requests another code.' }),
  },
  { additionalProperties: false },
);
export type ResendCodeOptions = Static<typeof options>;

export const resendCodeBlock: BlockDefinition = {
  name: 'resendCode',
  title: 'Send the code again',
  description: 'A button with a countdown, disabled until session.challenge.resendAfterSeconds have passed.',
  options,
  words: ['wait'],
};
