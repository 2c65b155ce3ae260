import type { Static } from 'typebox';
import { object } from '../../../config/object.ts';
import { Cel, Ref } from '../../../config/annotations.ts';
import type { BlockDefinition } from '../../../config/definitions.ts';

const options = object({
  requests: Cel('dyn', { title: 'Requests', description: 'The fields that were sent back: form, field, reason and perhaps a note.' }),
  flow: Ref('flow', { title: 'Flow', description: 'Whose fields they are; the screen carries their labels.' }),
});
export type CorrectionsOptions = Static<typeof options>;

export const correctionsBlock: BlockDefinition = {
  name: 'corrections',
  title: 'Fields to correct',
  description: 'Every field that was sent back by its label, with the reason; fields with the same reason stand together.',
  options,
};
