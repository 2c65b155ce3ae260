/* oxlint-disable typescript/no-explicit-any -- free-form JSON under edit */
type Edit = (path: string, change: (value: Record<string, any>) => void) => void;

const entry = {
  type: 'object',
  'x-lookup': 'towns',
  properties: { code: { type: 'string', maxLength: 12 }, name: { type: 'string', maxLength: 160 } },
  required: ['code', 'name'],
};

/** Asks for the town of birth and for each contact's town, from the list of towns. */
export function withLookups(edit: Edit): void {
  edit('schemas/forms/address.schema.json', ({ properties }) => (properties['birthTown'] = entry));
  edit('schemas/forms/address.ui.json', (ui) => {
    ui['order'].push('birthTown');
    ui['fields']['birthTown'] = { 'ui:widget': 'lookup', 'ui:autocomplete': 'off' };
  });
  edit('schemas/forms/contact.schema.json', ({ properties }) => (properties['contacts'].items.properties.town = entry));
  for (const language of ['en', 'hi', 'fil']) {
    edit(`locales/${language}/forms.json`, ({ address, contact }) => {
      address['birthTown'] = { label: 'Where were you born?' };
      contact['contacts']['town'] = { label: 'Town' };
    });
  }
}
