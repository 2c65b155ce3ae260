import Type from 'typebox';
import { object } from '../../../config/object.ts';
import type { WidgetDefinition } from '../../../config/definitions.ts';

export const contactListWidget: WidgetDefinition = {
  name: 'contactList',
  title: 'Contacts',
  description: 'A fixed number of people, typed or picked from the address book if the browser supports it.',
  accepts: ['array'],
  items: 'objects',
  options: object({
    count: Type.Integer({ title: 'How many', minimum: 1, maximum: 10 }),
    nameField: Type.Optional(
      Type.String({ title: 'Name property', description: 'Filled from the address book; by default name.', 'x-ref': 'itemField' }),
    ),
    phoneField: Type.Optional(
      Type.String({ title: 'Phone property', description: 'Filled from the address book; by default phone.', 'x-ref': 'itemField' }),
    ),
  }),
  sensitivity: 'pii',
  words: ['person', 'pick', 'pickWhy'],
};
