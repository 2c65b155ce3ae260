import Type from 'typebox';
import { object } from '../../../config/object.ts';
import { Route } from '../../../config/annotations.ts';
import type { WidgetDefinition } from '../../../config/definitions.ts';

export const selectWidget: WidgetDefinition = {
  name: 'select',
  title: 'Choice',
  description: 'One choice from a list. A short list uses the native control; a long one opens a sheet with a search.',
  accepts: ['string', 'number', 'integer'],
  isForCodes: true,
  options: object({
    searchable: Type.Optional(
      Type.Union([Type.Literal('auto'), Type.Boolean()], {
        title: 'Searchable',
        description: 'auto (default): with thirteen choices or more.',
      }),
    ),
    page: Type.Optional(Route({ title: 'Page', description: 'A screen with a fieldChoice block that replaces the sheet.' })),
    pages: Type.Optional(
      Type.Record(Type.String(), Route(), {
        title: 'Pages',
        description: 'The page per flow, for a form that several flows use. Flows without a page use the sheet.',
      }),
    ),
  }),
  words: ['choose', 'search', 'found'],
};
