import Type, { type Static } from 'typebox';
import { object } from '../../../config/object.ts';
import { Ref } from '../../../config/annotations.ts';
import type { BlockDefinition } from '../../../config/definitions.ts';

const options = object({
  form: Ref('form', { title: 'Form' }),
  field: Type.String({ title: 'Field', minLength: 1 }),
});
export type FieldChoiceOptions = Static<typeof options>;

export const fieldChoiceBlock: BlockDefinition = {
  name: 'fieldChoice',
  title: 'Choice page',
  description: 'A page with the choices of a field. Choosing one answers the field and goes back.',
  options,
};
