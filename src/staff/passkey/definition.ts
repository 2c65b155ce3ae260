import Type, { type Static } from 'typebox';
import { object } from '../../../engine/config/object.ts';
import { Action, Ref, Text } from '../../../engine/config/annotations.ts';
import type { BlockDefinition } from '../../../engine/config/definitions.ts';

const options = object({
  text: Text({ title: 'Label' }),
  tone: Type.Optional(Type.Enum(['primary', 'secondary', 'quiet'], { title: 'Tone', description: 'secondary by default.' })),
  ceremony: Type.Enum(['make', 'use'], { title: 'Ceremony', description: 'Whether the authenticator makes a passkey or uses one.' }),
  challenge: Ref('operation', { title: 'Challenge', description: 'Returns the options of the browser (options), with a new challenge.' }),
  do: Action(
    { title: 'Action', description: "Runs with the authenticator's answer as passkey." },
    { passkey: Type.Record(Type.String(), Type.Unknown()) },
  ),
});
export type PasskeyOptions = Static<typeof options>;

export const passkeyBlock: BlockDefinition = {
  name: 'passkey',
  title: 'Passkey',
  description: 'A button that asks the browser to make or use a passkey. Absent where the browser has none.',
  options,
  words: ['notMade', 'notUsed', 'known'],
  wordsAreLocal: true,
};
