/* oxlint-disable typescript/no-explicit-any -- free-form JSON under edit */
type Edit = (path: string, change: (value: Record<string, any>) => void) => void;

/** Asks for two to four contacts, each with an optional photo. */
export function withListedPhotos(edit: Edit): void {
  edit('schemas/forms/contact.schema.json', ({ properties: { contacts } }) => {
    Object.assign(contacts, { minItems: 2, maxItems: 4 });
    contacts.items.properties.picture = { type: 'string', maxLength: 40, 'x-sensitive': 'pii' };
  });
  edit('schemas/forms/contact.ui.json', ({ fields }) => {
    fields['contacts'].items.picture = { 'ui:widget': 'photo', 'ui:options': { purpose: 'contactPicture' } };
  });
  for (const language of ['en', 'hi', 'fil']) {
    edit(`locales/${language}/forms.json`, ({ contact }) => (contact['contacts']['picture'] = { label: 'Picture' }));
  }
}
