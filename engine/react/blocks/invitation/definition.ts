import type { Static } from 'typebox';
import { object } from '../../../config/object.ts';
import { Cel } from '../../../config/annotations.ts';
import type { BlockDefinition } from '../../../config/definitions.ts';

const options = object({
  invitation: Cel('dyn', { title: 'Invitation', description: 'The state of the invitation: data of invitations.get.' }),
});
export type InvitationOptions = Static<typeof options>;

export const states = ['none', 'sent', 'opened', 'done', 'declined', 'expired'] as const;

export const invitationBlock: BlockDefinition = {
  name: 'invitation',
  title: 'Invitation',
  description: "On the screen of a guest's step: who is asked, the state of the invitation, and buttons to send and withdraw it.",
  options,
  words: [...states, ...states.map((state) => `${state}Text`), 'send', 'again', 'withdraw', 'withdrawSure', 'next'],
  wordsAreLocal: true,
};
