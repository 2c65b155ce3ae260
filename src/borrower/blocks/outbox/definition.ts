import type { Static } from 'typebox';
import { object } from '../../../../engine/config/object.ts';
import { Ref } from '../../../../engine/config/annotations.ts';
import type { BlockDefinition } from '../../../../engine/config/definitions.ts';

const options = object({
  operation: Ref('operation', { title: 'Operation', description: 'Operation of actions with offline: queue.' }),
});
export type OutboxOptions = Static<typeof options>;

export const outboxBlock: BlockDefinition = {
  name: 'outbox',
  title: 'Outbox',
  description: 'Requests sent from this device and requests waiting for a connection, newest first. Hidden while there are none.',
  options,
  words: ['title', 'waiting', 'waitingHint', 'sent', 'number', 'photos', 'photosRefused', 'refused', 'dismiss'],
  wordsAreLocal: true,
};
