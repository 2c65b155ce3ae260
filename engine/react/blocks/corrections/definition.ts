import type { Static } from 'typebox';
import { object } from '../../../config/object.ts';
import { Cel, Ref } from '../../../config/annotations.ts';
import type { BlockDefinition } from '../../../config/definitions.ts';

const options = object({
  requests: Cel('dyn', { title: 'Requests', description: 'The fields sent back: form, field, reason and an optional note.' }),
  flow: Ref('flow', { title: 'Flow', description: 'The flow of the fields. The screen loads their labels.' }),
});
export type CorrectionsOptions = Static<typeof options>;

export const correctionsBlock: BlockDefinition = {
  name: 'corrections',
  title: 'Fields to correct',
  description: 'The labels of all fields sent back, grouped by reason.',
  options,
};
