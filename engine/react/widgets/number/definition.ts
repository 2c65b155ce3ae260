import Type from 'typebox';
import { object } from '../../../config/object.ts';
import type { WidgetDefinition } from '../../../config/definitions.ts';

export const numberWidget: WidgetDefinition = {
  name: 'number',
  title: 'Number',
  description: 'A number in the format of the chosen language.',
  accepts: ['number', 'integer'],
  options: object({
    prefix: Type.Optional(Type.String({ title: 'Prefix', description: 'Shown before the number, e.g. a currency sign.' })),
    suffix: Type.Optional(Type.String({ title: 'Suffix', description: 'Shown after the number, e.g. a unit.' })),
    hundredths: Type.Optional(
      Type.Boolean({ title: 'Hundredths', description: 'The answer counts hundredths of the unit that the person types.' }),
    ),
    inputMode: Type.Optional(Type.Enum(['numeric', 'decimal'], { title: 'Keyboard', description: 'Keyboard that a phone shows.' })),
  }),
};
