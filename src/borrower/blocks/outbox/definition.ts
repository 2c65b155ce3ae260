import Type, { type Static } from 'typebox';
import { Ref } from '../../../../engine/config/annotations.ts';
import type { BlockDefinition } from '../../../../engine/config/definitions.ts';

const options = Type.Object(
  {
    operation: Ref('operation', { title: 'Operation', description: 'Of actions that say offline: queue.' }),
  },
  { additionalProperties: false },
);
export type OutboxOptions = Static<typeof options>;

export const outboxBlock: BlockDefinition = {
  name: 'outbox',
  title: 'Outbox',
  description: 'What was sent from this device, and what waits for a connection, newest first. Nothing while there is neither.',
  options,
  words: ['title', 'waiting', 'waitingHint', 'sent', 'number', 'photos', 'photosRefused', 'refused', 'dismiss'],
  wordsAreLocal: true,
};
