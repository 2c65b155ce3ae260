import Type from 'typebox';
import { object } from '../../../config/object.ts';
import { Ref } from '../../../config/annotations.ts';
import type { WidgetDefinition } from '../../../config/definitions.ts';

export const radioCardsWidget: WidgetDefinition = {
  name: 'radioCards',
  title: 'Cards',
  description: 'One of a few choices, all visible.',
  accepts: ['string', 'number', 'integer'],
  isForCodes: true,
  options: object({
    columns: Type.Optional(Type.Integer({ title: 'Columns', description: 'Number of columns if there is room.', minimum: 1, maximum: 3 })),
    icons: Type.Optional(
      Type.Record(Type.String(), Ref('icon'), { title: 'Icons', description: 'Name of an icon for each code.', 'x-codes': true }),
    ),
  }),
};
