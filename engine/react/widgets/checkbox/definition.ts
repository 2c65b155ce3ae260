import Type from 'typebox';
import { object } from '../../../config/object.ts';
import { Ref, Route } from '../../../config/annotations.ts';
import type { WidgetDefinition } from '../../../config/definitions.ts';

export const checkboxWidget: WidgetDefinition = {
  name: 'checkbox',
  title: 'Checkbox',
  description: 'Yes or no. With a document, a consent to it.',
  accepts: ['boolean'],
  options: object({
    document: Type.Optional(Ref('document', { title: 'Document', description: 'The document that the person accepts.' })),
    route: Type.Optional(Route({ title: 'Route', description: 'The screen that shows the document.' })),
  }),
};
