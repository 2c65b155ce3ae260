/* oxlint-disable typescript/no-explicit-any -- free-form JSON under edit */
type Edit = (path: string, change: (value: Record<string, any>) => void) => void;

const widget = (purpose: string) => ({
  'ui:widget': 'file',
  'ui:options': { purpose, types: ['pdf', 'photo'], maxMb: 1, maxPages: 3 },
});
const file = { type: 'string', maxLength: 60, 'x-sensitive': 'pii' };

/** Asks for a bill if there is one, and for up to three receipts, as PDF or photo. */
export function withReceipts(edit: Edit): void {
  edit('schemas/forms/address.schema.json', ({ properties }) => {
    properties.bill = file;
    properties.receipts = {
      type: 'array',
      maxItems: 3,
      'x-sensitive': 'pii',
      items: { type: 'object', properties: { scan: file }, required: ['scan'] },
    };
  });
  edit('schemas/forms/address.ui.json', (ui) => {
    ui['order'].push('bill', 'receipts');
    ui['fields']['bill'] = widget('bill');
    ui['fields']['receipts'] = { 'ui:widget': 'list', items: { scan: widget('receipt') } };
  });
  for (const language of ['en', 'hi', 'fil']) {
    edit(`locales/${language}/forms.json`, ({ address }) => {
      address['bill'] = { label: 'Electricity bill' };
      address['receipts'] = {
        label: 'Receipts',
        item: 'Receipt {{num, number}}',
        add: 'Add a receipt',
        scan: { label: 'Scan', errors: { required: 'Please choose the scan.' } },
      };
    });
  }
}
