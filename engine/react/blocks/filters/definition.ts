import Type, { type Static } from 'typebox';
import { object } from '../../../config/object.ts';
import { Cel, Ref, Text } from '../../../config/annotations.ts';
import type { BlockDefinition } from '../../../config/definitions.ts';

const options = object({
  label: Text({ title: 'Label', description: 'Label for screen readers.' }),
  fields: Type.Array(
    object({
      name: Type.String({
        title: 'Name',
        description: 'Name in the query of the address. Expressions read it as route.query.<name>.',
        pattern: '^(?!page$)[a-z][A-Za-z0-9]*$',
      }),
      text: Text({ title: 'Text' }),
      options: Cel('dyn', { title: 'Options', description: 'A list of codes.' }),
      enum: Ref('enum', { title: 'Enum', description: 'Holds the labels of the codes.' }),
      all: Type.Optional(Text({ title: 'All', description: 'The choice of no code. Without it, one code is always chosen.' })),
      initial: Type.Optional(Cel('string', { title: 'Initial', description: 'The code while the address names none.' })),
      counts: Type.Optional(Cel('dyn', { title: 'Counts', description: 'A number for each option, in their order.' })),
      look: Type.Optional(Type.Enum(['list', 'tabs'], { title: 'Look', description: 'list (default), or tabs side by side.' })),
    }),
    { title: 'Fields', minItems: 1 },
  ),
});
export type FiltersOptions = Static<typeof options>;

export const filtersBlock: BlockDefinition = {
  name: 'filters',
  title: 'Filters',
  description: 'Choices that the address keeps, for data that reads route.query.',
  options,
};
