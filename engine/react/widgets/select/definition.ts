import Type from 'typebox';
import { object } from '../../../config/object.ts';
import { Route } from '../../../config/annotations.ts';
import type { WidgetDefinition } from '../../../config/definitions.ts';

export const selectWidget: WidgetDefinition = {
  name: 'select',
  title: 'Choice',
  description: 'One of a list. A short list is the native one; a long one opens a sheet that can be searched.',
  accepts: ['string', 'number', 'integer'],
  options: object({
    searchable: Type.Optional(
      Type.Union([Type.Literal('auto'), Type.Boolean()], {
        title: 'Searchable',
        description: 'auto (default): from thirteen choices on.',
      }),
    ),
    page: Type.Optional(
      Route({ title: 'Page', description: 'A screen with a fieldChoice block that shows the choices instead of the sheet.' }),
    ),
    pages: Type.Optional(
      Type.Record(Type.String(), Route(), {
        title: 'Pages',
        description: 'The same by flow, for a form that several flows ask: a page belongs to one. In other flows the sheet is shown.',
      }),
    ),
  }),
  words: ['choose', 'search', 'found'],
};
