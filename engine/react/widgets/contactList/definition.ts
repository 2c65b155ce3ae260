import Type from 'typebox';
import { object } from '../../../config/object.ts';
import type { WidgetDefinition } from '../../../config/definitions.ts';
import { reorder } from '../list/definition.ts';

export const contactListWidget: WidgetDefinition = {
  name: 'contactList',
  title: 'Contacts',
  description: 'A list of people, typed or picked from the address book if the browser supports it.',
  accepts: ['array'],
  isStructure: true,
  options: object({
    reorder,
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
