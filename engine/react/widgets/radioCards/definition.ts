import Type from 'typebox';
import { object } from '../../../config/object.ts';
import type { WidgetDefinition } from '../../../config/definitions.ts';

export const radioCardsWidget: WidgetDefinition = {
  name: 'radioCards',
  title: 'Cards',
  description: 'One of a few, all of them in sight.',
  accepts: ['string', 'number', 'integer'],
  options: object({
    columns: Type.Optional(Type.Integer({ title: 'Columns', description: 'Side by side where there is room.', minimum: 1, maximum: 3 })),
    icons: Type.Optional(Type.Record(Type.String(), Type.String(), { title: 'Icons', description: 'Name of an icon for each code.' })),
  }),
};
