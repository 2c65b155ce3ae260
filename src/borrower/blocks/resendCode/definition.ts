import type { Static } from 'typebox';
import { object } from '../../../../engine/config/object.ts';
import { Action, Text } from '../../../../engine/config/annotations.ts';
import type { BlockDefinition } from '../../../../engine/config/definitions.ts';

const options = object({
  text: Text({ title: 'Label' }),
  do: Action({ title: 'Action', description: 'Requests another code.' }),
});
export type ResendCodeOptions = Static<typeof options>;

export const resendCodeBlock: BlockDefinition = {
  name: 'resendCode',
  title: 'Send the code again',
  description: 'A button with a countdown, disabled until session.challenge.resendAfterSeconds have passed.',
  options,
  words: ['wait'],
};
