import Type from 'typebox';
import { object } from '../../../config/object.ts';
import { Ref, Route } from '../../../config/annotations.ts';
import type { WidgetDefinition } from '../../../config/definitions.ts';

export const checkboxWidget: WidgetDefinition = {
  name: 'checkbox',
  title: 'Checkbox',
  description: 'Yes or no; a consent when it names what is consented to.',
  accepts: ['boolean'],
  options: object({
    document: Type.Optional(Ref('document', { title: 'Document', description: 'The document that is accepted.' })),
    route: Type.Optional(Route({ title: 'Route', description: 'The screen that shows the document.' })),
  }),
};
